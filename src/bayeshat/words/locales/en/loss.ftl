# What people were sorted by, and why.

loss-chosen = People were grouped by the chosen loss: { $loss }.
loss-unknown = { $setting } must be one of { $known }, a sum such as 'vi + 0.5*placement', a loss with a weight such as 'VI(a=0.7)' or, for a decision, 'auto'; got { $got }. Choose one of these.
loss-one-house = Everybody is in the same { $noun ->
    [house] house
   *[group] group
}: the survey has only one.
loss-other-tool = People were grouped by who belongs together: draws from another tool do not say which label is which group.
loss-not-houses = People were grouped by who belongs together: the groups are not { $noun ->
    [house] the survey's houses
   *[group] those of the survey
}.
loss-alike = People were grouped by who belongs together: the survey does not say how its groups differ, so a group's name means nothing.
loss-some-alike = People were grouped by who belongs together: the survey does not say how some of its groups differ, so a group's name means nothing.
loss-house = People were sorted by the { $noun ->
    [house] house
   *[group] group
} they most probably belong to: { $why ->
    [known] { $noun ->
        [house] people whose house is known show how the houses differ.
       *[group] people whose group is known show how the groups differ.
    }
    [totals] { $noun ->
        [house] the totals tell the houses apart.
       *[group] the totals tell the groups apart.
    }
   *[survey] { $noun ->
        [house] the survey says how its houses differ.
       *[group] the survey says how its groups differ.
    }
}
loss-house-company = People were sorted by the { $noun ->
    [house] house
   *[group] group
} they most probably belong to, and by who belongs together: { $why ->
    [known] { $noun ->
        [house] people whose house is known show how the houses differ.
       *[group] people whose group is known show how the groups differ.
    }
    [totals] { $noun ->
        [house] the totals tell the houses apart.
       *[group] the totals tell the groups apart.
    }
   *[survey] { $noun ->
        [house] the survey says how its houses differ.
       *[group] the survey says how its groups differ.
    }
}
# $alike are names such as "Owls and Jays".
loss-unclear = These cannot be told apart, so their names are arbitrary: { $alike }.
loss-newcomers = Newcomers went to the { $noun ->
    [house] house
   *[group] group
} they most probably belong to, as far as the sizes allow; nobody else moved.
## What a loss aims at, after "chosen to"

loss-aim-place = put each person into their own { $noun ->
    [house] house
   *[group] group
} as often as possible
loss-aim-both = keep people together who belong together, and put them into their own { $noun ->
    [house] house
   *[group] group
}
loss-aim-company = keep people together who belong together, whatever their group is called
