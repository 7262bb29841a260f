# Places at tables and in rows.

seats-beside = { $missing ->
    [0] Everybody sits beside somebody they should or would like to be with, if there is such a person in their group.
    [one] 1 of the { $count } people who should or would like to be with somebody in their group does not sit beside such a person.
   *[other] { $missing } of the { $count } people who should or would like to be with somebody in their group do not sit beside such a person.
}
seats-apart = { $count ->
    [0] Nobody sits beside somebody they should be kept apart from.
    [one] 1 pair who should be kept apart sits side by side.
   *[other] { $count } pairs who should be kept apart sit side by side.
}
seats-alike = { $count ->
    [0] Nobody sits beside somebody with the same { $columns }.
    [one] 1 pair with the same { $columns } sits side by side.
   *[other] { $count } pairs with the same { $columns } sit side by side.
}
seats-proven = No order of places is better.
seats-open = Where more than { $most } people sit together, there may be a better order.
seats-listed = More than { $most } people sit in the order of the list of people.
seats-anyhow = Places are in the order of the list of people: no rule or wish is about people in the same group.
