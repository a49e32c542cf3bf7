#!/bin/sh
# `sudo boomtown admin tables`: the command with the settings of the site, as the site's own user.
# Put it into /usr/local/sbin/boomtown. Values with spaces or & stand in quotes in boomtown.env.
set -eu
set -a
. /etc/boomtown/boomtown.env
set +a
exec setpriv --reuid boomtown --regid boomtown --clear-groups /opt/boomtown/bin/boomtown "$@"
