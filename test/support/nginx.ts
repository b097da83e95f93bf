import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueCertificate } from './certificate.ts';
import { freePort } from './machine-postgres.ts';

// A real nginx with the file that we ship, ops/nginx.conf: only its ports, its certificate and the
// list of instances are other ones.

export interface Nginx {
  /** the site, without and with TLS */
  url: string;
  tlsUrl: string;
  /** where it only redirects */
  redirectUrl: string;
  /** what TLS callers must trust */
  certificate: string;
  /** how many requests it has taken */
  requests(): Promise<number>;
  /** what it complained of, besides instances that refuse connections */
  errors(): string;
  stop(): Promise<void>;
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin';

/** @returns why it cannot run here, or undefined */
export function missingNginx(): string | undefined {
  const { status } = spawnSync('nginx', ['-v'], { env: { PATH: path } });
  return status === 0 ? undefined : 'nginx is not installed here (apt-get install nginx-light)';
}

const shipped = readFileSync(new URL('../../ops/nginx.conf', import.meta.url), 'utf8');

/** Every line that is another one here must be there: an example that changed is noticed. */
function replaced(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((before, [pattern, by]) => {
    if (!pattern.test(before)) throw new Error(`ops/nginx.conf has no ${pattern}`);
    return before.replace(pattern, by);
  }, text);
}

/** @param instances ports on loopback */
export async function startNginx(instances: number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-nginx-'));
  chmodSync(folder, 0o711); // as root its workers are somebody else
  const [plain, tls, redirect, status] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const { cert, key } = issueCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const servers = instances.map((port) => `server 127.0.0.1:${port} max_fails=0;`);
  const site = replaced(shipped, [
    [/server 127\.0\.0\.1:3000 max_fails=0;/, servers.join('\n    ')],
    [/listen 80;/, `listen 127.0.0.1:${redirect};`],
    [/listen \[::\]:80;/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${tls} ssl http2;\n    listen 127.0.0.1:${plain};`],
    [/listen \[::\]:443 ssl http2;/, ''],
    [/\/etc\/ssl\/callout\/fullchain\.pem/, join(folder, 'cert.pem')],
    [/\/etc\/ssl\/callout\/privkey\.pem/, join(folder, 'key.pem')],
  ]);
  mkdirSync(join(folder, 'temp'), { mode: 0o711 });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  );
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${join(folder, 'pid')};
error_log stderr error;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  include ${join(folder, 'site.conf')};
  server { listen 127.0.0.1:${status}; location / { stub_status; } }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGTERM'));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(plain))) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${errors}`);
    await sleep(20);
  }
  const url = `http://127.0.0.1:${plain}`;
  return {
    url,
    tlsUrl: `https://127.0.0.1:${tls}`,
    redirectUrl: `http://127.0.0.1:${redirect}`,
    certificate: cert,
    requests: async () => {
      const text = await (await fetch(`http://127.0.0.1:${status}`)).text();
      return Number(/requests\s+\d+ \d+ (\d+)/.exec(text)?.[1]);
    },
    errors: () =>
      errors
        .split('\n')
        .filter((line) => !/Connection refused|temporarily disabled/.test(line))
        .join('\n'),
    stop,
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
