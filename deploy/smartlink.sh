#!/bin/sh
# Runs a command as the user, in the folder and with the settings of deploy/smartlink.service. Install it as
# /usr/local/bin/smartlink, and run it as root.
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

set -- /usr/bin/node /opt/smartlink/server/dist/program/main.js "$@"

terminal=
if [ -t 0 ] && [ -t 1 ] && [ -t 2 ]; then
  terminal=yes
  # For systemd, a command that Ctrl+C ends is successful. This shell gives it another exit code.
  set -- /bin/sh -c 'trap : INT HUP; "$$@"; exit $$?' sh "$@"
fi

set -- --wait --quiet --collect --uid=smartlink --gid=smartlink \
  --working-directory=/var/lib/smartlink \
  --property=EnvironmentFile=-/etc/smartlink/smartlink.env \
  --property=UMask=0077 \
  "$@"

# With a terminal, Ctrl+C reaches the command.
if [ -n "$terminal" ]; then exec systemd-run --pty "$@"; fi

# Otherwise a signal reaches only this script and systemd-run, so the script stops the command.
unit=smartlink-command-$$.service
runner=
signal=0
stop() {
  if [ -z "$runner" ]; then return; fi
  trap '' INT TERM HUP
  # A unit that has not started yet cannot be stopped.
  until systemctl stop "$unit" || ! kill -0 "$runner" 2> /dev/null; do sleep 1; done
}
trap 'signal=2; stop' INT
trap 'signal=15; stop' TERM
trap 'signal=1; stop' HUP

# In the background, systemd-run ignores Ctrl+C and waits until the command has stopped. The shell connects the standard
# input of a background process to /dev/null, unless it is redirected from another descriptor.
exec 3<&0
systemd-run --pipe --unit="$unit" "$@" <&3 3<&- &
runner=$!
# A signal came before the line above.
if [ "$signal" -ne 0 ]; then stop; fi
status=0
wait "$runner" || status=$?
if [ "$signal" -ne 0 ]; then
  # The signal ended `wait`; this is the status of systemd-run. 127: the first `wait` has returned it already.
  again=0
  wait "$runner" || again=$?
  if [ "$again" -ne 127 ]; then status=$again; fi
  # For systemd, a command that SIGTERM ends is successful.
  if [ "$status" -eq 0 ]; then status=$((128 + signal)); fi
fi
exit "$status"
