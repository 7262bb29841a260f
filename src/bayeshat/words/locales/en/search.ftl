# What a search and a proof say about better groups.

search-proven = No better groups are possible: this was proven.
search-few = Only { $reached } of { $starts } searches from different starts ended here, so slightly better groups may exist: raise { $setting } to look further.
    .page = Only { $reached } of { $starts } searches from different starts ended here, so slightly better groups may exist.
search-many = { $reached } of { $starts } searches from different starts ended here, and none found better groups: a good sign, but no proof.
search-so-far = This holds for the percentages so far: once sampling has settled, other groups may be better.
search-gap = These groups are at most { $percent } % worse than the best possible ones.
search-gap-unknown = How far these groups are from the best possible could not be shown in the time given.
search-better = Better ones were found.
