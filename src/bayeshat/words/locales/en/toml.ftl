# What files in TOML must hold. Keys and values stand as somebody wrote them.

toml-mistake = { $file } must be TOML; got a mistake: { $mistake }. Correct that line.
    .page = { $file } must be TOML; got a mistake { $line ->
        [0] at its end
       *[other] in line { $line }
    }. Correct it.
toml-long = { $file } may have at most { $most } characters; got { $count }. Shorten it.
toml-too-much = { $file }: { $limit }; got more in line { $line }. Write less there.
toml-list = { $key } must be a list; got { $got }. Write [[{ $key }]], with two brackets, above each entry.
toml-text = { $where }{ $key } must be text in quotes; got { $got }. Put it in quotes.
toml-flag = { $where }.{ $key } must be true or false, without quotes; got { $got }. Write { $key } = true.
toml-numbers-list = { $where }.{ $key } must be a list of numbers; got { $got }. Write e.g. { $key } = { $example }.
toml-options = { $key }.options must be a list of texts; got { $got }. Write e.g. options = ["yes", "no"].
toml-option = { $key }.options[{ $place }] must be text in quotes; got { $got }. Put it in quotes.
toml-numbers = { $key } must be numbers; got { $got }. Write numbers without quotes.
toml-digits = { $key } must be numbers of at most 308 digits; got a longer one. Write a smaller number.
toml-houses = { $key } must name the groups ({ $houses }); got "{ $given }". { $hint }
toml-house-missing = { $key } must have an entry for every group ({ $houses }); got none for { $missing }. Add them.
toml-digits-or-key = a number, or a key without quotes, may have at most { $most } characters
toml-key-parts = a key may have at most { $most } parts joined by dots
toml-depth = lists and tables may be at most { $most } levels deep
toml-empty-list = an empty list
toml-one-entry = Keep one entry per group.
