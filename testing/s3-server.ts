import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';

// An object store that checks signatures as Amazon's does: OpenStack Swift with its S3 interface,
// from Debian's packages. All it writes is in a folder of its own.

export interface S3Server {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** An outage: from this moment open connections are reset and new ones refused. */
  pause(): void;
  /** The end of it: at the same address, with everything that was stored. */
  resume(): void;
  stop(): Promise<void>;
}

// Debian's own interpreter: the first one on the PATH may not see Debian's modules.
const python = '/usr/bin/python3';
const region = 'us-east-1';
const bucket = 'callout';

const pipelines = {
  account: 'account-server',
  container: 'container-server',
  object: 'object-server',
  proxy: 'cache s3api signed tempauth bulk slo proxy-server',
};
type Service = keyof typeof pipelines;
const services: Service[] = ['account', 'container', 'object', 'proxy'];

// What Swift's commands do, through its modules: the commands insist on /etc/swift/swift.conf, outlive
// killed tests and are slow (nine for the rings alone). A server closes its stderr when it is ready.
const launcher = `
import ctypes, os, signal, sys
from swift.common import storage_policy, utils
from swift.common.middleware.s3api.s3response import AccessDenied
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

folder, ports = sys.argv[1], dict(zip(sys.argv[2::2], sys.argv[3::2]))

def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL) # PR_SET_PDEATHSIG

def build_ring(name):
    ring = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(ports[name]), 'device': 'disk', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{name}.ring.gz')

def start(name):
    pid = os.fork()
    if pid == 0:
        die_with_parent()
        sys.exit(run_wsgi(f'{folder}/{name}.conf', f'{name}-server'))
    return pid

# A filter: Swift has an interface of its own at other paths, where unsigned requests are no S3 error.
def signed_only(app, *_, **conf):
    return lambda env, start: (app if env.get('swift.source') == 'S3' else AccessDenied())(env, start)

die_with_parent()
utils.set_swift_dir(folder)
storage_policy.reload_storage_policies()
for name in ('account', 'container', 'object'):
    build_ring(name)
utils.eventlet_monkey_patch() # slow: here once, and not again in each server
servers = [start(name) for name in ports]
signal.signal(signal.SIGTERM, lambda *_: [os.kill(pid, signal.SIGKILL) for pid in servers])
os.close(2)
os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
for pid in servers:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
`;

/**
 * No workers: then a server neither forks nor changes the user. Logs go nowhere (UDP to the discard
 * port), and so does the cache that tempauth insists on. The timeouts are for busy machines, where
 * Swift would sooner refuse, or let listings lag behind.
 */
function configuration(folder: string, service: Service, port: number, secret: string): string {
  const filters = ['s3api', 'tempauth', 'bulk', 'slo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`);
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
devices = ${folder}
mount_check = false
fallocate_reserve = 0
log_level = CRITICAL
log_udp_host = 127.0.0.1
log_udp_port = 9
memcache_servers = 127.0.0.1:9
conn_timeout = 10
node_timeout = 60
container_update_timeout = 30
error_suppression_limit = 1000000
account_autocreate = true
location = ${region}
user_callout_tests = ${secret} .admin
[pipeline:main]
pipeline = ${pipelines[service]}
[app:${service}-server]
use = egg:swift#${service}
[filter:cache]
use = egg:swift#memcache
[filter:signed]
paste.filter_app_factory = __main__:signed_only
${filters.join('\n')}
`;
}

/** @returns which of Debian's packages are missing, or undefined */
export function missingSwift(): string | undefined {
  const missing = services.filter((service) => !existsSync(`/usr/bin/swift-${service}-server`));
  return missing.length > 0
    ? `Debian's ${missing.map((service) => `swift-${service}`).join(', ')} not installed here`
    : undefined;
}

/** @returns why it cannot run on this machine */
function obstacle(folder: string): string | undefined {
  const missing = missingSwift();
  if (missing) return missing;
  // Swift keeps an object's metadata there, and not every kind of file system has them.
  const tried = spawnSync(python, ['-c', 'import os, sys; os.setxattr(sys.argv[1], "user.callout", b"1")', folder]);
  return tried.status === 0 ? undefined : `${tmpdir()} is on a file system without user xattrs`;
}

function launch(folder: string, ports: Record<Service, number>, secret: string): ChildProcess {
  mkdirSync(join(folder, 'disk'));
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = callout\n');
  for (const service of services) {
    writeFileSync(join(folder, `${service}.conf`), configuration(folder, service, ports[service], secret));
  }
  return spawn(python, ['-W', 'ignore', '-c', launcher, folder, ...Object.entries(ports).flat().map(String)], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * The address that callers get: it refuses connections and takes them again at once, which stopped
 * servers (silent) and restarted ones (slow) do not. It needs this process's event loop: nothing
 * gets through while that is blocked, as by spawnSync.
 */
async function openGate(proxyPort: number) {
  const callers = new Set<Socket>();
  const gate = createServer((caller) => {
    callers.add(caller);
    const passed = pipeline(caller, connect(proxyPort, '127.0.0.1'), caller);
    passed.catch(() => caller.destroy()).finally(() => callers.delete(caller));
  });
  const port = await freePort();
  const resume = () => void gate.listen(port, '127.0.0.1');
  const pause = () => {
    gate.close();
    for (const caller of callers) caller.resetAndDestroy();
  };
  resume();
  await once(gate, 'listening');
  return { endpoint: `http://127.0.0.1:${port}`, pause, resume };
}

/** @returns the server, or the reason why it cannot run on this machine */
export async function startS3(): Promise<S3Server | string> {
  const cleanup = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'callout-s3-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    const reason = obstacle(folder);
    if (reason) return reason;

    const credentials = { accessKeyId: 'callout:tests', secretAccessKey: randomBytes(20).toString('hex') };
    const ports = { account: await freePort(), container: await freePort(), object: await freePort(), proxy: await freePort() };
    const child = launch(folder, ports, credentials.secretAccessKey);
    cleanup.defer(() => end(child));
    const complaints = child.stderr && (await text(child.stderr));
    if (complaints) throw new Error(`Swift does not start: ${complaints}`);

    const { endpoint, pause, resume } = await openGate(ports.proxy);
    cleanup.defer(pause);
    const client = new S3Client({ endpoint, region, credentials: { ...credentials }, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket })).finally(() => client.destroy());

    const running = cleanup.move();
    return { endpoint, region, bucket, ...credentials, pause, resume, stop: () => running.disposeAsync() };
  } finally {
    await cleanup.disposeAsync();
  }
}
