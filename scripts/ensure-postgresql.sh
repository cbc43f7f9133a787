#!/bin/sh
# Print the folder of PostgreSQL's programs (initdb, pg_ctl); install Debian's package if they are missing.
set -eu

find_programs() {
    if command -v initdb >/dev/null 2>&1 && command -v pg_ctl >/dev/null 2>&1; then
        dirname "$(command -v initdb)"
        return 0
    fi
    for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV); do
        if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then
            echo "$folder"
            return 0
        fi
    done
    return 1
}

find_programs && exit 0
echo "PostgreSQL is missing: installing Debian's package" >&2
if ! command -v apt-get >/dev/null 2>&1; then
    echo "there is no apt-get here; install PostgreSQL by hand" >&2
    exit 1
fi
root=""
if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "only root can install PostgreSQL" >&2
        exit 1
    fi
    root="sudo -n"
fi
{
    $root apt-get update -q
    DEBIAN_FRONTEND=noninteractive $root apt-get install -qy --no-install-recommends postgresql
} >&2
find_programs
