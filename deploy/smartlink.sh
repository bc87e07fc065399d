#!/bin/sh
# Runs a command as the user, in the folder and with the settings of deploy/smartlink.service. Install it as
# /usr/local/bin/smartlink, and run it as root: sudo smartlink doctor
set -eu

# systemd replaces $NAME in arguments, and $$ by $.
for argument; do
  shift
  set -- "$@" "$(printf '%s' "$argument" | sed 's/\$/$$/g')"
done

# With a terminal, Ctrl+C reaches the command.
if [ -t 0 ] && [ -t 1 ] && [ -t 2 ]; then io=--pty; else io=--pipe; fi

exec systemd-run "$io" --wait --quiet --collect --uid=smartlink --gid=smartlink \
  --working-directory=/var/lib/smartlink \
  --property=EnvironmentFile=-/etc/smartlink/smartlink.env \
  --property=UMask=0077 \
  /usr/bin/node /opt/smartlink/server/dist/program/main.js "$@"
