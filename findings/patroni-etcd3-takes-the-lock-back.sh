#!/usr/bin/env bash
# Patroni 3.0.2 with etcd 3.4.23 (both of Debian 12) by `etcd3`: a former leader whose lease has expired overwrites the lock of the
# new leader, because it grants itself another lease and then writes its name without a condition. It does so when it is connected
# again after a partition, as long as the last view of the cluster that it has read names itself. The new leader then steps down, and
# the former one cannot start as the leader, because the histories of the two differ: there is none. Patroni 3.0.3 compares first.
# Seen: `two` holds the lock, `one` updates it successfully, and `one` holds it.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${etcd:-0}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q patroni=3.0.2-1 etcd-server=3.4.23-4+b4 python3-urllib3 python3-six python3-dateutil python3-psutil \
  python3-yaml python3-dnspython python3-etcd >/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
root/usr/bin/etcd --data-dir data --listen-client-urls http://127.0.0.1:23790 --advertise-client-urls http://127.0.0.1:23790 \
  --listen-peer-urls http://127.0.0.1:23800 2>etcd.log &
etcd=$!
cat >run.py <<'PY'
import logging, time
from patroni.dcs.etcd3 import Etcd3

logging.disable(logging.CRITICAL)
base = {'scope': 'product', 'namespace': '/service/', 'ttl': 4, 'loop_wait': 1, 'retry_timeout': 3, 'hosts': ['127.0.0.1:23790']}
one, two = (Etcd3({**base, 'name': name}) for name in ('one', 'two'))
seen = [one.attempt_to_acquire_leader(), one.get_cluster().leader.name]
# Nobody renews the lease: `one` is cut off.
time.sleep(8)
seen += [two.attempt_to_acquire_leader(), two.get_cluster().leader.name]
# It is connected again, and has not read anything yet.
seen += [one.update_leader(None)]
time.sleep(1)
print(*seen, two.get_cluster().leader.name)
PY
seen=$(PYTHONPATH=root/usr/lib/python3/dist-packages python3 run.py)
echo "$seen"
[ "$seen" = 'True one True two True one' ]
