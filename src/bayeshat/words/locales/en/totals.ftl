# How many people each group truly has, where that is known or believed.

totals-both = Give { SETTING("totals") } where the numbers are known, { SETTING("size_prior") } where they are not; got both. Leave one out.
totals-mixed = { $given } must go with single membership, where everybody is in one group; got { SETTING("membership", "mixed") }. Leave it out, or use { SETTING("membership", "single") }.
totals-whole = { SETTING("totals") } must be whole numbers of at least 0; got { $got } for { $house }. Write how many people the group has.
totals-sum = { SETTING("totals") } must add up to the number of people who answered ({ $people }); got { $sum } = { $added }. Count only these people or, if their numbers are not known exactly, give { SETTING("size_prior") } instead.
totals-known = { SETTING("totals") } must be at least the people known to be in a group; got { $got } for { $house }, where { $least } are known to be. Raise the total, or correct who is known.
totals-prior-zero = { SETTING("size_prior") } must expect more than 0 people in every group; got { $got } for { $house }. A small number such as 0.5 says 'hardly anybody'.
totals-strength = The strength of { SETTING("size_prior") } must be a number of people above 0; got { $got }. Use e.g. 10, or the number of people for sizes that are nearly certain.
totals-unknown = { $setting } must name the survey's groups ({ $houses }); got { $got }. Name each group once.
totals-near = { $setting } must name the survey's groups ({ $houses }); got { $got }. Did you mean { $near }?
totals-twice = { $setting } must name the survey's groups ({ $houses }); got { $got } twice. Name each group once.
totals-missing = { $setting } must name every group ({ $houses }); got none for { $missing }. Add it; { $nobody } belongs there.
totals-zero = 0 if nobody
totals-small = 0.5, say, if hardly anybody
totals-each = { $setting } must be one number for each group, { $count } in all ({ $houses }); got { $got }. Write them in this order, or name every group.
