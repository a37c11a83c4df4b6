"""
OpenStack Swift with its S3 interface, in one process: objectStore.py FOLDER PORT ACCOUNT:USER SECRET

It serves loopback, checks signatures, and keeps what it is given in FOLDER. ACCOUNT:USER is the key id. It needs
Debian's python3-swift, and prints 'ready' when it listens.
"""
import os
import sys
from pathlib import Path

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi
from swift.common import utils
from swift.common.ring import RingBuilder

folder, port, key_id, secret = Path(sys.argv[1]).resolve(), int(sys.argv[2]), sys.argv[3], sys.argv[4]
account, user = key_id.split(":")
(folder / "d").mkdir(parents=True, exist_ok=True)
(folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = one-machine\n[storage-policy:0]\nname = one\ndefault = yes\n")
utils.SWIFT_CONF_FILE = str(folder / "swift.conf")
utils.HASH_PATH_SUFFIX = b"one-machine"

from swift.common.wsgi import loadapp


def listen(at=0):
    return eventlet.listen(("127.0.0.1", at))


def store(kind):
    """Starts the server of accounts, containers or objects, and writes the ring that names it."""
    socket = listen()
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": socket.getsockname()[1], "device": "d", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(str(folder / f"{kind}.ring.gz"))
    conf = folder / f"{kind}.conf"
    conf.write_text(f"""[DEFAULT]
devices = {folder}
swift_dir = {folder}
mount_check = false
log_level = ERROR
[pipeline:main]
pipeline = server
[app:server]
use = egg:swift#{kind}
""")
    return socket, conf


stores = [store(kind) for kind in ("account", "container", "object")]
proxy = folder / "proxy.conf"
proxy.write_text(f"""[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors s3api tempauth bulk proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
""")
class Memory:
    """What Swift asks of memcached, for one process."""

    def __init__(self):
        self.kept = {}

    def get(self, key, *args, **kwargs):
        return self.kept.get(key)

    def set(self, key, value, *args, **kwargs):
        self.kept[key] = value

    def delete(self, key, *args, **kwargs):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, *args, **kwargs):
        self.kept[key] = int(self.kept.get(key) or 0) + delta
        return self.kept[key]


def remembering(app):
    memory = Memory()

    def answer(env, start_response):
        env["swift.cache"] = memory
        return app(env, start_response)

    return answer


quiet = open(os.devnull, "w")  # Its access lines.
front = listen(port)
for socket, conf in stores:
    eventlet.spawn(wsgi.server, socket, loadapp(str(conf)), quiet, debug=False)
eventlet.spawn(wsgi.server, front, remembering(loadapp(str(proxy))), quiet, debug=False)
print("ready", flush=True)
while True:
    eventlet.sleep(3600)
