#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# nginx.sh PROGRAM SOURCE_DIR: a whole collection behind nginx with TLS, configured as docs/collect.md has it: what went over the
# wire, what the proxy saw, that it serves what never changes from its cache, and what is said where it sends clients elsewhere.
source "$(dirname "$0")/../support/cli.sh"
source "$(dirname "$0")/../support/serve.sh"
rm -rf ./* && chmod 755 .
tls_port=$((20000 + RANDOM % 20000)) plain_port=$((40000 + RANDOM % 20000))

# --- a certificate of an authority that the clients are told of
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=a test" -keyout authority.key -out authority.pem 2>/dev/null
openssl req -newkey rsa:2048 -nodes -subj "/CN=localhost" -keyout site.key -out site.csr 2>/dev/null
printf 'subjectAltName=DNS:localhost\n' >names
openssl x509 -req -in site.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names -out site.pem 2>/dev/null
[[ -s site.pem ]] || { fail "no certificate"; finish; }

# --- a collection of twenty, each of whom knows the next four and the four before
seq -f 'person %02g' 0 19 >people.txt
expect 0 "create" "$edgeldp" collector create votes --method triangles --people people.txt -e 4 --answer-within 1s --yes
serve votes --stay 20s --listen 127.0.0.1:0

# --- nginx: the block of the documents, with our names in it, and a log of sizes that nobody else should keep
awk '/^```nginx/ { inside = 1; next } /^```/ { inside = 0 } inside' "$source_dir/docs/collect.md" >documented.conf
for words in "listen 443 ssl" "proxy_pass http://127.0.0.1:8080" "access_log off" "proxy_cache "; do
  contains "the documents" "$(<documented.conf)" "$words"
done
sed -e "s|listen 443 ssl|listen 127.0.0.1:$tls_port ssl|; s|votes.example.org|localhost|; s|http://127.0.0.1:8080|$address|" \
  -e "s|/etc/ssl/votes.pem|$PWD/site.pem|; s|/etc/ssl/votes.key|$PWD/site.key|; s|/var/cache/nginx/votes|$PWD/cache|" \
  -e "s|access_log off;|access_log $PWD/seen.log sizes;|" documented.conf >site.conf
cat >nginx.conf <<END
user root;
daemon off;
pid $PWD/nginx.pid;
error_log $PWD/error.log;
events {}
http {
  log_format sizes '\$request_method \$uri \$status \$request_length \$bytes_sent \$upstream_cache_status';
  client_body_temp_path $PWD/body; proxy_temp_path $PWD/proxy; fastcgi_temp_path $PWD/fastcgi;
  uwsgi_temp_path $PWD/uwsgi; scgi_temp_path $PWD/scgi;
  include $PWD/site.conf;
  server { listen 127.0.0.1:$plain_port; access_log off; return 301 https://localhost:$tls_port\$request_uri; }
}
END
nginx -c "$PWD/nginx.conf" -p "$PWD" >nginx.out 2>&1 &
front=$!
for ((i = 0; i < 100; ++i)); do [[ -s nginx.pid ]] && break; sleep 0.05; done
[[ -s nginx.pid ]] || { fail "nginx does not start: $(cat nginx.out error.log 2>/dev/null)"; finish; }
site=https://localhost:$tls_port

# --- everybody over TLS
expect 3 "an authority that nobody trusts" "$edgeldp" client join x.state --from "$site" --name "person 00" --account x --token "$(printf '0%.0s' {1..32})" --contacts people.txt
contains "an authority that nobody trusts" "$err" "certificate"
expect 3 "sent elsewhere" "$edgeldp" client join x.state --from "http://localhost:$plain_port" --plain-http --name "person 00" --account x --token "$(printf '0%.0s' {1..32})" --contacts people.txt
contains "sent elsewhere" "$err" "$site"
contains "sent elsewhere" "$err" "--from"
number=0
while IFS=$'\t' read -r name token; do
  for step in 1 2 3 4 16 17 18 19; do printf 'person %02d\n' $(((number + step) % 20)); done >contacts.txt
  expect 0 "$name joins" "$edgeldp" client join "$name.state" --from "$site" --ca authority.pem --name "$name" --account "$name.account" --token "$token" --contacts contacts.txt
  timeout 120 "$edgeldp" client run "$name.state" --from "$site" --ca authority.pem >"$name.out" 2>"$name.log" &
  clients+=($!)
  ((++number))
done <votes/private/tokens.tsv
for client in "${clients[@]}"; do wait "$client" || fail "a client: $(cat ./*.log | tail -n 3)"; done
expect 0 "the result" "$edgeldp" collector result votes --json
same "everybody took part" "$(json nodes) $(json private)" "20 true"

# --- a body that is too long, and a server that is gone
head -c 3000000 /dev/zero | curl -s -o /dev/null -w '%{http_code}' --cacert authority.pem --data-binary @- "$site/messages" >code
same "too long for the proxy" "$(<code)" 413
kill -TERM "$server" && wait "$server"
curl -s -o /dev/null -w '%{http_code}' --cacert authority.pem "$site/status.json" >code
same "a proxy without a server" "$(<code)" 502
expect 0 "what never changes is there" "$edgeldp" client join x.state --from "$site" --ca authority.pem --name "person 00" --account x --token "$(printf '0%.0s' {1..32})" --contacts people.txt
kill -QUIT "$front" && wait "$front"

# --- what the proxy saw
awk '{ ++requests; up += $4; down += $5; if ($1 == "POST") ++messages; if ($6 == "HIT") ++hits; if ($2 ~ /^\/(objects|announcements)\//) ++fixed }
  END { printf "%d requests, %d of them messages; %d bytes up, %d bytes down; %d of %d that never change from the cache\n",
        requests, messages, up, down, hits, fixed; exit !(hits > fixed / 2) }' seen.log | tee wire.txt || fail "the cache served little"
grep -qE 'person|token' seen.log && fail "a name in what the proxy logged"
finish
