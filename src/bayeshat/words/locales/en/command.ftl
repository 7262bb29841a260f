# What the command says to people who typed something that it cannot use.

command-error = error: { $words }
command-answers-survey = The answers must be a table with a row per person; got "{ $got }", a survey. Write the table after the survey, e.g. { $survey } answers.csv
command-survey-behind = The survey must come first, then the answers; got "{ $survey }" first. Write "{ $answers }" before it.
command-survey-first = The survey must come first, then the answers; got "{ $survey }", a table. Make a survey from it first: bayeshat survey new { $typed } --groups { $number }
command-survey-only = The survey must be a .toml file or a packaged survey; got "{ $survey }", a table. Make a survey from it first: bayeshat survey new { $typed } --groups { $number }
command-no-file-rules = The rules must be in a file; got { $file }, which does not exist. Check the path.
command-no-file-people = The people must be in a file; got { $file }, which does not exist. Check the path.
command-no-file-groups = The earlier groups must be in a file; got { $file }, which does not exist. Check the path.
command-folder-rules = The rules must be in a file; got { $file }, which is a folder. Check the path.
command-folder-people = The people must be in a file; got { $file }, which is a folder. Check the path.
command-folder-groups = The earlier groups must be in a file; got { $file }, which is a folder. Check the path.
command-mix = --mix must say how strongly with a number above 0, or with { $words }; got "{ $got }" in "{ $text }". Write e.g. "{ $column }=strong".
command-common = --common needs a column of free times; got only { $count }. Add --free-times COLUMN.
command-alternate = --alternate needs places; got { $got } without --seats. Add --seats round or --seats row, or leave --alternate out.
command-weights = --weights needs people whose group is known; got { $got } without --known. Add --known, or leave --weights out.

## How the command ends

command-stopped = Stopped.
command-half-file = A file must be complete; one ended too early. Export it again.
command-memory = The people and draws must fit into memory; there is not enough. Lower --draws or --chains.
command-no-output = The output could not be written ({ $reason }). Free some space, or send it somewhere else.
command-no-access = The file must be one that can be read and written; got { $file } ({ $reason }). Check the path, its permissions and the free space.
command-how-many = The survey says how many groups there are. Make it again with bayeshat survey new --groups and --force, or give a size for each group with --sizes
command-arguments = There are more arguments than expected: { $got }
# $words are a sentence with its full stop.
command-see = { $words } See { $command } --help.

## Options, whose name stands before the sentence

command-whole = must be a whole number of at least { $least }; got { $got }.
command-whole-to = must be a whole number from { $least } to { $most }; got { $got }.
command-number = must be a number of at least { $least }; got { $got }.
command-number-to = must be a number from { $least } to { $most }; got { $got }.
command-language = must be { $known }; got { $got }.

## Surveys, mixing and partitions

command-figures = --figures must go with a range of groups to compare; got { $got }. Write e.g. --groups 2..8, or leave --figures out.
command-groups = --groups must be a whole number of at least 1, or a list of different names; got { $got }. Write e.g. 4, 2..8 to find out, or "Red,Green,Blue".
command-twice = "{ $name }" twice
command-groups-known = --groups must be left out with --known, since the groups are those in that column; got { $got }. Leave out one of the two.
command-range-reversed = --groups must be a range from fewer to more, such as 2..8; got { $got }. Write { $least }..{ $most }.
command-range-zero = --groups must be a range from fewer to more, such as 2..8; got { $got }. Start with 1 or 2.
command-number-of-groups = The number of groups must be known; got only the sizes "{ $sizes }". Add { $number }.
command-any-number = e.g. --groups 4
command-mix-left-out = To mix by a column that was left out too, name it: --mix all --mix "its heading".
command-only-mixes = If all questions mix people, nobody is sorted, so { $option } cannot be used. Leave it out, or leave a question to sort by.
command-no-answers = Answers must be given: a file, or a pattern of files with --answers; got none. Add one.
command-truth = The true groups must have a file of their own; got { $file } twice. Name another file.
command-no-partitions = --scheduler needs answers in partitions; got none. Give --answers 'part-*.parquet'.
command-partitions-without = Answers in partitions are sorted without { $options }. Leave { $count ->
    [one] it
   *[other] them
} out.
command-no-compiling = warm must be able to compile; got NUMBA_DISABLE_JIT, which switches compiling off. Unset it, and run bayeshat warm again.

## What typer finds wrong with the options

command-missing = Missing argument '{ $got }'.
command-missing-option = Missing option '{ $got }'.
command-no-command = No such command '{ $got }'.
command-no-command-near = No such command '{ $got }'. Did you mean { $near }?
command-no-option = No such option: { $got }
command-no-option-near = No such option: { $got } (Possible options: { $near })
command-no-value = Option '{ $got }' requires an argument.
