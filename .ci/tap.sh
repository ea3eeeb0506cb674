# What test scripts share, for `. .ci/tap.sh`: one line of TAP for each test, and `exit "$failed"` at the end.
failed=0

# judge WHAT STATUS: passed when the status, mostly $?, is 0.
judge() {
    if [ "$2" -eq 0 ]; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        failed=1
    fi
}

# check WHAT COMMAND...: passed when the command, or function, succeeds.
check() {
    local what=$1
    shift
    "$@"
    judge "$what" $?
}
