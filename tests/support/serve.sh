# SPDX-License-Identifier: MIT
# Sourced behind cli.sh by tests of a collector that is served.

# serve FOLDER OPTION...: in the background, where --listen says; its address in $address, its process in $server.
serve() {
  rm -f address.txt
  "$edgeldp" collector serve "$@" --json >address.txt 2>serve.txt &
  server=$!
  for ((i = 0; i < 200; ++i)); do
    [[ -s address.txt ]] && break
    sleep 0.05
  done
  address=$(grep -oE 'http://[0-9.:]+' address.txt) || fail "no address: $(<serve.txt)"
}
