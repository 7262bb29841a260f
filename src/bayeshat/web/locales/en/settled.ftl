# How settled a result's groups are, and the other ways to group its people.
# Names of people and groups stand as somebody wrote them.

settled-title = How settled are these groups?
settled-by-hand = These groups have been changed by hand since they were sorted. Other ways to group these people were looked for before that.

## The main ways to group these people

settled-ways = { $count } main ways to group these people
settled-ways-help = The percentages say how likely each is to be the one closest to the truth. The groups as sorted are closest to it on average, even if another way has a larger percentage.
settled-ways-none = No other way to group these people stands out.
settled-sorted = As sorted
settled-way = Way { $number }
settled-here = on the board now
settled-use = Put this on the board<span class="hidden">: { $way }</span>
settled-no-way = There is no such way to group these people. Look at the result again.
