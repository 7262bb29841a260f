# Tables of people: which files can be read, and what was read of them. Files and headings stand as somebody wrote them.

# A table that is no file, or that a form tool wrote.
table-frame = The frame
table-dict = The dict of columns
table-from-tool = { $file } (from { $tool })
table-rows-from-zero = rows counted from 0
table-rows-as-in-spreadsheets = rows as a spreadsheet numbers them

## Files that are no tables

table-no-file = The table must be a file that exists; got { $file }, which does not exist. Check the path.
table-folder = The table must be a file that exists; got { $file }, which is a folder. Check the path.
table-unreadable = The table must be a file that can be read; got { $file } ({ $reason }). Check its permissions.
table-other-program = The table must be a CSV, TSV or XLSX file; got { $file }. Save it as .xlsx or .csv in the program that wrote it.
table-ends-as-rules = The table must be a CSV, TSV or XLSX file with a row per person; got { $file }, which ends as surveys and rules do. Give the table instead, e.g. answers.csv.
# $got is such as "a picture", and what to do.
table-not-a-table = { $file } must be a table with a row per person; got { $got }
table-not-text = { $file } must be text with one line per person; got { $got }
table-got-pdf = a PDF document. Save the table as .xlsx or .csv in the program that made it.
table-got-picture = a picture. Save the table as .xlsx or .csv in the program that made it.
table-got-document = a Word document. Save the table as .xlsx or .csv in the program that made it.
table-got-presentation = a presentation. Save the table as .xlsx or .csv in the program that made it.
table-got-old-office = an old Excel or Word file, or one with a password. Open it, and save it as .xlsx without a password.
table-got-open-document = an OpenDocument file. Open it, and save it as .xlsx or .csv.
table-got-workbook = what looks like a workbook. Rename it to end in .xlsx.
table-got-compressed = a compressed file. Unpack it, and give the table that is in it.
table-got-zip = a ZIP file. Unpack it, and give the table that is in it.
table-got-damaged = a damaged ZIP file or workbook. Save it again as .xlsx or .csv.
table-got-web-page = a web page. Open the page in your browser, and download the table from there as .csv or .xlsx.
table-wrong-bytes = { $file } must be { $encoding } text, as its first bytes say; got bytes that are not. Export the answers again as CSV (UTF-8).
table-zeros = { $file } must be text; got bytes that are not (zeros). Export the answers as CSV (UTF-8) or XLSX.
table-long-cell = A cell of { $file } may have at most { $most } characters; got a longer one near line { $line }. Shorten it; if no cell is that long, close the quote before it.
table-quotes = { $file } must be a table with quotes in pairs; got a mistake near line { $line } ({ $mistake }). Write a quote inside a quoted cell twice, and close every quote.
table-needs-openpyxl = Reading { $file } needs the package openpyxl, which is not installed. Run pip install openpyxl, or save the table as CSV.
table-no-workbook = { $file } must be an XLSX workbook with a sheet; got a file that is not ({ $mistake }). Save it again as .xlsx, or as .csv if it is text.

## Tables that nothing can be read from

table-no-rows = { $table } must hold at least one row of answers; got none. Check that the table was filled.
table-empty = { $table } must hold a row of headings and rows below it; got an empty file. Export it again.
table-headings-only = { $table } must hold rows below its headings; got headings only. Export it again.
table-heading-rows-only = { $table } must hold rows of answers below its { $count } rows of headings; got headings only. Export it again.
table-long-rows =
    Every row of { $table } must have at most as many cells as there are headings ({ $width }); got
    { $rows }
    Row { $top } was taken for the headings. If they are further down, delete the rows above them. Otherwise give every column a heading; in a text file, put cells that contain the separator in quotes.
table-long-row = row { $row }: { $count } cells
# $hint is the nearest heading, or all of them.
table-no-heading = { $option } must be a heading of { $table }; got "{ $heading }". { $hint }
table-headings = The headings are { $headings }.

## How a table was read

table-encoding = { $file } was read as { $encoding ->
    [cp1252] Windows (Western)
    [mac_roman] Mac Roman
    [cp1250] Windows (Central European)
    [cp1251] Windows (Cyrillic)
    [mac_cyrillic] Mac Cyrillic
    [cp1253] Windows (Greek)
    [cp932] Windows (Japanese)
   *[gb18030] Windows (Chinese)
  } text; if letters look wrong, save it as CSV (UTF-8).
table-sheet = Read the sheet "{ $sheet }", not { $others }.
table-titles-left-out = Left out, above the headings of { $table }: { $titles }.
table-sums-left-out = Left out, as they are not people, in { $table }: { $sums }.
table-headings-missing = { $table } must have a heading above every column; got what looks like a person in its first row ({ $cells }). Write a row of headings above it, or read it with { $setting }.
    .page = Your file seems to have no headings: its first row looks like a person ({ $cells }). Write a heading above every column, then upload it again.
table-headings-perhaps = The first row of { $table } was taken for headings, but it looks like a person ({ $cells }). If it is one, read the table with { $setting }.
table-second-headings = Taken for a second row of headings: row { $row } ({ $headings }). If it is a person, give every column a heading.
table-heading-above = "{ $above }" above { $below }
# $counts are such as "unfinished: 3, previews and tests: 1".
table-left-out = { $count ->
    [one] 1 row of { $table } left out ({ $counts }). Keep it with { $setting }.
   *[other] { $count } rows of { $table } left out ({ $counts }). Keep them with { $setting }.
}
table-marked-unfinished = unfinished: { $count }
table-marked-tests = previews and tests: { $count }
table-marked-unsubmitted = not submitted: { $count }
