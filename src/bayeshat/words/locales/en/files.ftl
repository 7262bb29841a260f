# What is wrong with files and folders that somebody named: outputs, decisions and draws. $file and $folder stand in quotes.

files-output-is-file = The output must be a folder; got { $folder }, which is a file. Choose another name.
files-output-here = The output must be a folder of its own; got the folder that you are in. Name another one, such as sorted.
files-output-holds = The output must be a new or empty folder, or one with the files of an earlier run only; got { $folder }, which holds { $names }. Choose another folder.
files-output-disk = The output must be a folder that can be replaced; got { $folder }, which is a mounted disk. Name a folder in it, such as { $inside }.
files-output-refused = The output must be a folder that can be written to; got { $folder } ({ $reason }). Free some space, or choose another folder.
files-output-is-folder = The output must be a file; got { $file }, which is a folder. Add a file name.
files-output-exists = The output must be a new file; got { $file }, which exists. Choose another name, or add --force.
files-output-read-only = The output must be a file that can be replaced; got { $file }, which is { $kind ->
    [file] read-only
   *[device] a device
}. Choose another name.
files-output-where = The output must be a file in a folder that can be written to; got { $file } ({ $reason }). Choose another folder.
files-decision-unreadable = The decision must be a file that can be read; got { $file } ({ $reason }). Give the folder that a sort wrote its files to.
files-decision-json = The decision must be JSON; got something else in { $file }. Sort again.
files-decision-none = The decision must hold everybody's explanation; got none in { $file }: { $why }
files-decision-other = it is not a decision. Give the folder that a sort wrote its files to.
files-decision-many = with more than { $most } people they are not written down. In Python, explain_person(result, name) makes one.
files-decision-mixed = these groups were not made by sorting people by their answers. The sentences under status and rules in that file say how sizes, rules and choices were met.
files-draws = The draws must be in a file; got { $file }, { $kind ->
    [folder] which is a folder
   *[missing] which does not exist
}. Check the path.
files-draws-kind = Draws must be in a .npy, .csv or .nc file; got { $file }. Convert them to one of these.
files-draws-empty = The file of draws must have a row for each draw; got none in { $file }. Export it again.
files-decision-several = The name must be one person's; got { $name }, which may be { $names }. Write it as shown.
files-decision-nobody = The name must be one of the { $count } people who were sorted; got { $name }. { $hint }
files-decision-names = The names are in assignments.csv.
