#!/bin/sh
# Runs a command as the user, in the folder and with the settings of deploy/smartlink.service. Install it as
# /usr/local/bin/smartlink, and run it as root: sudo smartlink doctor
set -eu

# The command receives no variables of this shell. Without this check, it would use the database of the service.
for name in DATABASE_URL DATABASE_URL_FILE CLICKS_URL CLICKS_URL_FILE PGPASSWORD; do
  if printenv "$name" > /dev/null; then
    cat >&2 <<END
smartlink: $name is set in this shell, but commands read only the settings in /etc/smartlink/smartlink.env.
smartlink: Write the setting into this file. To ignore the variable once: env -u $name smartlink ...
smartlink: To use another database once, run the program itself as root, in /var/lib/smartlink:
smartlink: $name=... runuser -u smartlink -- /usr/bin/node /opt/smartlink/server/dist/program/main.js ...
END
    exit 2
  fi
done

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
