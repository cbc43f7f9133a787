#!/bin/sh
# Debian's Chromium for the tests of the page, if there is none yet.
set -e
command -v chromium >/dev/null 2>&1 && exit 0
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium >/dev/null
