#!/bin/bash
# pagewalk-report render from the command line: golden files, places that must not be touched, status
# and messages. "render_test.sh --write" writes the golden files anew.
set -u
program=$PAGEWALK_BUILD/pagewalk-report
here=report/test
golden=$here/golden
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. .ci/tap.sh

status_is() { # STATUS COMMAND...
    local expected=$1
    shift
    "$@" >"$work/stdout" 2>"$work/stderr"
    local status=$?
    [ "$status" -eq "$expected" ] || { echo "status $status"; cat "$work/stderr"; return 1; }
}

says() { # STATUS MESSAGE ARGUMENT...: the first line of standard error, exactly
    local expected=$1 message=$2
    shift 2
    status_is "$expected" "$program" "$@" || return 1
    [ "$(head -n 1 "$work/stderr")" = "$message" ] || { cat "$work/stderr"; return 1; }
}

# Everything but pictures, whose glyphs depend on the machine's FreeType.
same_as_golden() { # OUT GOLDEN
    diff -r -x '*.png' "$1" "$2"
}

article() { # TEXT...: writes an article of these lines
    printf '%s\n' "$@" >"$work/a.md"
}

refuses() { # MESSAGE (after the file's name) LINE...
    local message=$1
    shift
    article "$@"
    says 2 "$work/a.md:$message" render $here/vm -o "$work/refused" --article "$work/a.md" &&
        [ ! -e "$work/refused" ] && [ -z "$(find "$work" -name '.refused*')" ]
}

# ---- golden files

if [ "${1-}" = --write ]; then
    rm -rf $golden
    mkdir -p $golden
    "$program" render $here/vm -o $golden/vm --article $here/vm.md 2>$golden/vm.stderr
    "$program" render $here/hostile -o $golden/hostile --article $here/hostile.html
    "$program" render $here/intervals -o $golden/intervals --article $here/intervals.md
    find $golden -name '*.png' -delete
    find $golden -name .pagewalk-files -delete
    find $golden -type d -empty -delete
    exit
fi

check "guest and host: status 1 for what the data lack" \
    status_is 1 "$program" render $here/vm -o "$work/vm" --article $here/vm.md
check "guest and host: each missing number is listed" diff "$work/stderr" $golden/vm.stderr
chart_there() { head -c 8 "$1" | cmp - <(printf '\211PNG\r\n\032\n'); }
check "guest and host: the chart goes where file= says" chart_there "$work/vm/img/thin.png"
check "guest and host: nothing is in charts/" test ! -e "$work/vm/charts"
cp -r "$work/vm" "$work/vm.text"
rm -r "$work/vm.text/img" "$work/vm.text/.pagewalk-files"
check "guest and host: article and tables" same_as_golden "$work/vm.text" $golden/vm
check "hostile names: status 0" \
    status_is 0 "$program" render $here/hostile -o "$work/hostile" --article $here/hostile.html
cp -r "$work/hostile" "$work/hostile.text"
rm -r "$work/hostile.text/charts" "$work/hostile.text/.pagewalk-files"
check "hostile names: article and tables" same_as_golden "$work/hostile.text" $golden/hostile
check "intervals, few runs and cited deltas: status 0" \
    status_is 0 "$program" render $here/intervals -o "$work/intervals" --article $here/intervals.md
cp -r "$work/intervals" "$work/intervals.text"
rm "$work/intervals.text/.pagewalk-files"
check "intervals, few runs and cited deltas: article and tables" \
    same_as_golden "$work/intervals.text" $golden/intervals

# ---- the same bytes, whatever surrounds them

again() {
    local root
    root=$(pwd)
    mkdir -p "$work/elsewhere" "$work/home"
    cp $here/vm.md "$work/elsewhere/vm.md"
    (cd "$work/elsewhere" && umask 077 && TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 HOME=$work/home \
        "$program" render "$root/$here/vm" --output=again --article vm.md 2>/dev/null)
    diff -r "$work/vm" "$work/elsewhere/again"
}
check "same bytes in another folder, zone, locale, home and umask" again
refill() {
    status_is 1 "$program" render $here/vm -o "$work/refilled" --article "$work/vm/vm.md" &&
        cmp "$work/refilled/vm.md" "$work/vm/vm.md"
}
check "filling a filled article changes nothing" refill
crlf() {
    sed 's/$/\r/' $here/vm.md >"$work/vm.md"
    status_is 1 "$program" render $here/vm -o "$work/crlf" --article "$work/vm.md" &&
        cmp "$work/crlf/vm.md" <(sed 's/$/\r/' "$work/vm/vm.md")
}
check "line ends of the article are kept" crlf

# ---- what stands at OUT

mkdir "$work/other" "$work/empty"
echo mine >"$work/other/notes"
check "a folder of somebody else is left alone" \
    says 2 "$work/other: is neither empty nor an earlier output (no .pagewalk-report in it); left alone" \
    render $here/vm -o "$work/other"
check "... with all that was in it" test "$(cat "$work/other/notes")" = mine
check "an empty folder is used" status_is 0 "$program" render $here/vm -o "$work/empty"
check "an earlier output is replaced" status_is 0 "$program" render $here/vm -o "$work/empty" --formats md
check "... and nothing of it stays" test -z "$(find "$work/empty" -name '*.html' -o -name '*.png')"
touch "$work/empty/tables/mine.md"
check "... unless somebody put a file into it" \
    says 2 "$work/empty: holds tables/mine.md, which no earlier output left there; left alone" \
    render $here/vm -o "$work/empty"
rm "$work/empty/tables/mine.md"
check "... and took it out again" status_is 0 "$program" render $here/vm -o "$work/empty"
check "no folder is made for a broken article" refuses "1:7: unknown name x" '<!--= x -->'

# ---- the articles that ship

ready() { # OUT ARTICLE: no number missing
    ! grep -n 'n/a<!--=' "$1/$2"
}
check "the built-in report fits guest and host" ready "$work/empty" report.md
check "... and is templates/report.md" bash -c "
    '$program' render $here/vm -o '$work/from-file' --article templates/report.md &&
    diff -r '$work/from-file' '$work/empty'"
guest_only() {
    mkdir "$work/guest"
    for file in $here/vm/*.csv; do
        grep -v -e ',host,' -e '^host' "$file" >"$work/guest/${file##*/}"
    done
    status_is 0 "$program" render "$work/guest" -o "$work/guest-out" &&
        ready "$work/guest-out" report.md &&
        grep -q '^Guest against host: not measured in these logs.$' "$work/guest-out/report.md"
}
check "the built-in report fits a guest alone" guest_only
check "the huge pages article renders from other data, with gaps" \
    status_is 1 "$program" render $here/vm -o "$work/huge" --article templates/huge-pages.md
check "... every gap is listed" \
    test "$(grep -o 'n/a<!--=' "$work/huge/huge-pages.md" | wc -l)" -eq \
    "$(grep -c ': n/a: ' "$work/stderr")"

# ---- formats

only() {
    status_is 0 "$program" render $here/vm -o "$work/only" --formats md,csv &&
        [ -z "$(find "$work/only" -name '*.png' -o -name '*.tex' -o -name '*.html')" ] &&
        ! grep -q '!\[' "$work/only/report.md" && grep -q 'Line chart of' "$work/only/report.md" &&
        [ -e "$work/only/tables/tiers.csv" ] && [ -e "$work/only/tables/tiers.md" ]
}
check "--formats leaves out the others, and the pictures from the text" only
check "unknown format" says 2 'pagewalk-report: unknown format "htm"; did you mean html?' \
    render $here/vm -o "$work/x" --formats=md,htm

# ---- the command line

check "no command" status_is 2 "$program"
check "--version" status_is 0 "$program" --version
check "--help" status_is 0 "$program" --help
check "render --help" status_is 0 "$program" render --help
same_help() { # WORD...: -h says what --help says
    diff <("$program" "$@" -h) <("$program" "$@" --help)
}
check "-h" same_help
check "render -h" same_help render
check "unknown command" says 2 'pagewalk-report: unknown command rendr; did you mean render?' rendr
check "unknown option" says 2 'pagewalk-report: unknown option --artikle; did you mean --article?' \
    render $here/vm -o x --artikle y
check "option without value" says 2 'pagewalk-report: an option at the end needs a value: -o' \
    render $here/vm -o
check "no results" says 2 'pagewalk-report: which results directory?' render -o x
check "two results" says 2 'pagewalk-report: one results directory at a time, not also b' \
    render a b -o x
check "no output" says 2 'pagewalk-report: where to? give -o OUT' render $here/vm
check "two outputs" says 2 'pagewalk-report: one output folder at a time, not also y' \
    render $here/vm -o x --output y
check "two lists of formats" says 2 'pagewalk-report: one list of formats, not also csv' \
    render $here/vm -o x --formats md --formats=csv
check "no abbreviations" says 2 'pagewalk-report: unknown option --out' \
    render $here/vm --out x
check "no results directory" \
    says 2 "$work: is not a results directory: there is no cells.csv in it" \
    render "$work" -o "$work/x"
check "missing article" says 2 "$work/none.md: cannot open: No such file or directory" \
    render $here/vm -o "$work/x" --article "$work/none.md"
full() { [ ! -e /dev/full ] || status_is 2 sh -c '"$0" --help >/dev/full' "$program"; }
check "a full disk under --help" full
tex() {
    echo '\documentclass{article}' >"$work/a.tex"
    says 2 "a.tex: LaTeX articles are not read" render $here/vm -o "$work/x" --article "$work/a.tex"
}
check "LaTeX articles" tex

# ---- blocks

end='<!--# end -->'
check "block without name" refuses '1:15: a table needs a name of letters, digits and . _ -, not ""' \
    '<!--# table   -->' "$end"
check "name that is no file name" \
    refuses '1:13: a table needs a name of letters, digits and . _ -, not "../a"' \
    '<!--# table ../a rows=span -->' "$end"
check "unknown attribute" refuses '1:15: unknown attribute row; did you mean rows?' \
    '<!--# table a row=span -->' "$end"
check "attribute of charts in a table" refuses '1:15: series is an attribute of charts' \
    '<!--# table a series=page -->' "$end"
check "attribute twice" refuses '1:25: rows stands twice' '<!--# table a rows=span rows=page -->' "$end"
check "unknown factor on a side" refuses '1:20: unknown factor spam; did you mean span?' \
    '<!--# table a rows=spam -->' "$end"
check "factor on two sides" refuses '1:13: span stands on two sides' \
    '<!--# table a rows=span columns=span -->' "$end"
check "unknown value" refuses '1:25: unknown value mean; did you mean median?' \
    '<!--# table a rows=span value=mean -->' "$end"
check "nothing matches" \
    refuses '1:13: table a: no cell has side=guest span=2G; the nearest has span=1G' \
    '<!--# table a rows=span side=guest span=2G -->' "$end"
check "several cells on one place" \
    refuses '1:13: table a: two cells have span=64M page=4K; select or split stride (128, 16K)' \
    '<!--# table a rows=span columns=page -->' "$end"
check "several cells on one point" \
    refuses '1:13: chart a: two cells have span=64M side=host; select or split stride (128, 16K)' \
    '<!--# chart a series=side side=host -->' "$end"
check "two tables of one name" refuses '3:13: two outputs would be written to tables/A' \
    '<!--# table a rows=span columns=page split=rest side=host stride=128 -->' "$end" \
    '<!--# table A rows=span columns=page split=rest side=host stride=128 -->' "$end"
check "file outside of OUT" \
    refuses '1:15: file is a path below the output folder that ends in .png, of letters, digits and . _ -' \
    '<!--# chart a file=../b.png -->' "$end"
check "unknown let as reference" refuses '1:15: no let is named plain' \
    '<!--# chart a reference=plain -->' "$end"
check "listing of an unknown column" \
    refuses '1:39: accounting.csv has no column reasons; did you mean reason?' \
    '<!--# table a from=accounting columns=reasons -->' "$end"
check "article that would replace the marker" \
    bash -c "cp $here/vm.md '$work/.pagewalk-report' &&
    '$program' render $here/vm -o '$work/x' --article '$work/.pagewalk-report'; test \$? -eq 2"

# ---- what other programs read in the tables

if command -v cmark-gfm >/dev/null; then
    rows_of() { cmark-gfm --unsafe -e table "$1" | grep -c '<tr>'; }
    markdown() {
        for file in "$work"/hostile/tables/*.md "$work"/vm/tables/*.md; do
            [ "$(rows_of "$file")" -eq $(($(grep -c '^|' "$file") - 1)) ] || { echo "$file"; return 1; }
        done
    }
    check "cmark-gfm finds every row of every table" markdown
    article_tables() { [ "$(cmark-gfm --unsafe -e table "$work/vm/vm.md" | grep -c '<table>')" -eq 5 ]; }
    check "cmark-gfm finds the tables inside the article" article_tables
    check "no marker shows" bash -c \
        "! cmark-gfm -e table '$work/empty/report.md' | sed 's/<!--.*-->//' | grep -e '--&gt;'"
fi
if command -v xmllint >/dev/null; then
    html() {
        for file in "$work"/*/tables/*.html "$work"/hostile/*.html; do
            # libxml2 knows HTML 4 and none of the elements of HTML 5.
            xmllint --html --noout "$file" 2>&1 | grep 'error' | grep -v 'Tag data invalid' && return 1
        done
        [ "$(xmllint --html --xpath 'count(//tbody/tr/td/data)' "$work/hostile/tables/names.html" 2>/dev/null)" = 4 ]
    }
    check "xmllint parses every HTML table" html
fi
exit $failed
