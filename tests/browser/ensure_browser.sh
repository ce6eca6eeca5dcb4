#!/usr/bin/env bash
# The browser tests need chromium and fonts for Latin and Japanese. As root on Debian they are installed;
# otherwise this says how and fails: a missing browser is an error, not a skip.
set -eu
missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="chromium"
command -v fc-list >/dev/null || missing="$missing fontconfig"
fc-list 2>/dev/null | grep -qi dejavu || missing="$missing fonts-dejavu-core"
fc-list :lang=ja 2>/dev/null | grep -q . || missing="$missing fonts-noto-cjk"
[ -z "$missing" ] && exit 0
install="apt-get install --yes --no-install-recommends $missing"
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Installing for the browser tests: $missing ..."
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $install -qq >/dev/null
else
  echo "The browser tests need: $missing. Install them and run make test again, on Debian with:" >&2
  echo "    sudo apt-get update && sudo $install" >&2
  exit 1
fi
