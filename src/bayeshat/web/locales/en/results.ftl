# Results: listed, compared, published, explained, and the trade-off between sizes and answers.
# Names of people, groups and results stand as somebody wrote them.

## Words that several pages use

results-removed = removed person { $number }
results-number = Result { $number }
results-size-off = { $group } has { $size } (wanted: { $wanted })
results-back = Back to the groups

## What a result was made of; joined by commas

results-made-people = { $value ->
    [one] 1 person
   *[other] { $value } people
}
results-made-any = groups of any size
results-made-even = groups as even as possible
results-made-about = groups of about { $value }
results-made-each = groups of { $value }
results-made-sizes = sizes: { $value }
results-made-totals = known totals: { $value }
results-made-rules = { $value ->
    [0] no rules
    [one] 1 rule
   *[other] { $value } rules
}
results-made-wishes = { $value ->
    [one] 1 wish
   *[other] { $value } wishes
}
results-made-locked = { $value } locked
results-made-learned = { $value ->
    [one] learned from 1 earlier person
   *[other] learned from { $value } earlier people
}
results-made-late = { $value ->
    [one] 1 latecomer placed
   *[other] { $value } latecomers placed
}
results-made-waiting = { $value ->
    [one] 1 person waiting
   *[other] { $value } people waiting
}
results-made-mixed = mixed
results-made-choices = by people's choices
results-made-rounds = { $value } rounds
results-why-here = { $name } is in { $group }.
results-why-choice = { $place ->
    [0] This is none of the choices.
    [1] This was the first choice.
    [2] This was the second choice.
    [3] This was the third choice.
   *[other] This was choice number { $place }.
}
results-why-exchanged = { $name } and { $other } exchanged places. The sort had put { $name } into { $group }.
results-why-mixed = Nobody is sorted by their answers here: this place follows from the sizes, and from how people are mixed.

## The list, and a result's head

results-none = There is no result yet.
results-none-sort = There is no result yet. Sort the people who have answered to get one.
results-go-to-sort = Go to Sort
results-newest = The newest comes first. People see only the one that you publish.
results-published = published
results-moved = { $count ->
    [0] Nobody was moved by hand.
    [one] 1 person was moved by hand.
   *[other] { $count } people were moved by hand.
}
results-exchanged = { $count ->
    [one] Two people have exchanged places by their own links.
   *[other] People have exchanged places by their own links { $count } times.
}
results-moved-names = { $count ->
    [one] 1 person was moved by hand: { $names }.
   *[other] { $count } people were moved by hand: { $names }.
}
results-unpublished = { $count ->
    [one] 1 of these changes is not published yet.
   *[other] { $count } of these changes are not published yet.
}
results-rename-one = Rename<span class="hidden"> { $title }</span>
results-name = Name
results-save-name = Save the name
results-made = Made of { $making }; { $time }.
results-publish-more = Publish…
results-publish-again-more = Publish again…
results-unpublish-more = Unpublish…
results-moved-since = { $count ->
    [one] 1 person has been moved since you published. They see their new group once you publish again.
   *[other] { $count } people have been moved since you published. They see their new group once you publish again.
}
results-delete-title = Delete “{ $title }”?
results-delete-words = The groups and all changes by hand are deleted for good. The answers stay.
results-delete = Delete the result

## Answers that came after the sort

results-news = New answers
results-news-new = { $count ->
    [one] 1 person has answered since.
   *[other] { $count } people have answered since.
}
results-news-changed = { $count ->
    [one] 1 person has changed their answers since.
   *[other] { $count } people have changed their answers since.
}
# $new and $changed are the two beginnings below.
results-news-both = { $new }, and { $changed }.
results-news-both-new = { $count ->
    [one] 1 person has answered since
   *[other] { $count } people have answered since
}
results-news-both-changed = { $count ->
    [one] 1 person has changed their answers
   *[other] { $count } people have changed their answers
}
results-place = { $count ->
    [one] Place the latecomer
   *[other] Place the { $count } latecomers
}
results-sort-everybody = Sort again with everybody
results-place-help = Placing moves nobody else: each latecomer goes to the group that fits best and has room, and your rules are kept.
results-place-help-mixed = Placing moves nobody else, and your rules are kept.
results-sort-help = Sorting again may move everybody who is not locked. Both make a new result and leave this one as it is.
results-sort-only-help = Sorting again may move everybody who is not locked. It makes a new result and leaves this one as it is.
results-left = Free places
results-left-words = { $count ->
    [one] 1 person has left, and others wait for a place.
   *[other] { $count } people have left, and others wait for a place.
}
results-move-up = Fill the free places from the waiting list
results-move-up-help = The next people who can take a free place move up. Nobody else moves. It makes a new result and leaves this one as it is.

## Two results compared

results-compare = Compare
results-compare-link = Who moved from “{ $before }” to “{ $after }”?
results-compare-title = Two results compared
results-compare-here = Compared
results-compare-one = <a href="{ $address }">{ $title }</a>: { $making }; { $time }
results-compare-moved = { $count ->
    [one] 1 person of { $all } is in different groups.
   *[other] { $count } people of { $all } are in different groups.
}
results-compare-same = { $count ->
    [one] 1 person is in the same group.
   *[other] { $count } people are in the same group.
}
results-compare-who = Who is in different groups
results-compare-in = In “{ $title }”
results-compare-none = { $count ->
    [one] Everybody who is in both results is in the same group: 1 person.
   *[other] Everybody who is in both results is in the same group: { $count } people.
}
results-compare-only = Only in “{ $title }”: { $names }.
results-statisticians = For statisticians
results-compare-distance = Variation of Information between the two: { NUMBER($distance, minimumFractionDigits: 3, maximumFractionDigits: 3) } bits. It is 0 if the same people are together, whatever the groups are called.

## Publishing

results-publish = Publish
results-publish-again = Publish again
results-publish-title = Publish “{ $title }”?
results-publish-again-title = Publish “{ $title }” again?
results-publish-anyway = Publish anyway
results-broken = { $count ->
    [one] 1 rule is broken: { $rules }.
   *[other] { $count } rules are broken: { $rules }.
}
results-sizes-off = The sizes are not as wanted: { $sizes }.
results-ask-anyway = { $questions } Publish anyway?
results-publish-go-back = Go back to change the groups, or publish them as they are.
results-publish-no-link = { $count ->
    [one] The answers of 1 person came from a file. They have no link of their own, and will not see their group here: give them <a href="{ $address }">the groups to hand out</a>.
   *[other] The answers of { $count } people came from a file. They have no links of their own, and will not see their group here: give them <a href="{ $address }">the groups to hand out</a>.
}
results-publish-instead = Another result is published now. This one takes its place.
results-publish-changes = What changes
results-publish-moved = { $count ->
    [one] 1 person was moved since you published:
   *[other] { $count } people were moved since you published:
}
results-publish-one = <b>{ $name }</b>: from { $before } to { $after }
results-publish-same = Nobody’s group has changed since you published.
results-seen = What people will see
results-seen-words = Everybody in this result who filled in the form sees their own group on their own link. This is what { $name } will see:
results-seen-label = What { $name } will see
results-seen-chances = Their chances of being in each group are shown.
results-seen-no-chances = Chances are not shown.
results-seen-names = The names of their group-mates are shown.
results-seen-no-names = Nobody sees who else is in their group.
results-seen-no-answers = Nobody sees other people’s answers.
results-seen-settings = Change what people see in the <a href="{ $address }">settings of the form</a>.
results-exchange = People may exchange places
results-exchange-help = Two people who agree exchange their groups by their own links, if no rule is broken. You see it on the board, and can undo it. Whoever is locked stays. You can switch this off in the settings of the form.
results-seen-no-link = Nobody will see anything here: the answers of everybody in this result came from a file, so nobody has a link of their own. Give them <a href="{ $address }">the groups to hand out</a>.
results-seen-nobody = Everybody in this result has been removed, so nobody will see it.
results-unpublish = Unpublish
results-unpublish-title = Unpublish “{ $title }”?
results-unpublish-words = People’s own links will no longer show their group. People who have looked already know it. The result stays here, and you can publish it again.

## Why somebody is where they are

results-why-title = Why { $name } is in { $group }

## The trade-off

results-trade-title = Sizes against answers
results-trade-going = This is being worked out.
results-trade-look = Look again
results-trade-ask = See how the groups would change if their sizes mattered more or less than people’s answers. Locked people stay. With many people this takes a while.
results-trade-make = Work out the trade-off
results-trade-single = However much the sizes count, the groups stay the same: { $sizes }. There is no trade-off here.
results-trade-words = When sizes count more, groups come closer to the sizes you want, but fewer people may be in the group that fits them best.
results-trade-picture = People in { $noun ->
    [own] the group that suits them
   *[group] their right group
} against how far the sizes are from what you want; the choices below have the numbers
results-trade-right = People in { $noun ->
    [own] the group that suits them
   *[group] their right group
}
results-trade-far = sizes further away
results-trade-near = sizes as wanted
results-trade-here = How this result was sorted.
results-trade-weight = How much sizes count
results-trade-more-right = more people in { $noun ->
    [own] the group that suits them
   *[group] their right group
}
results-trade-closer = sizes closer to what you want
results-trade-point = { $sizes }. About { $right } of { $count } people in { $noun ->
    [own] the group that suits them
   *[group] their right group
}.
results-trade-exact = Met exactly: { $words }
results-trade-not = Not at all: { $words }
results-trade-some = Weight { $weight }: { $words }
results-trade-current = { $words } (this result)
results-trade-sort = Sort with this
results-trade-new = This makes a new result. Locked people stay where they are.

## What is wrong

results-gone = There is no such result. Look at the event again.
results-no-person = There is no such person in this result. Look at it again.
results-delete-published = This result is published. Unpublish it first, then delete it.
results-all-placed = Everybody who has answered has a place already. There is nobody to place.
