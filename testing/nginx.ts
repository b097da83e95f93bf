import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

// Runs nginx with the shipped ops/nginx.conf and deploy/nginx.conf; only ports, certificate, list of
// instances, number of workers and temporary folders differ.

export interface Nginx {
  /** address without TLS; tlsUrl: with TLS */
  url: string;
  tlsUrl: string;
  /** the port that redirects to TLS */
  redirectUrl: string;
  /** the certificate that clients must trust */
  certificate: string;
  /** @returns the error log without refused connections to instances */
  errors(): string;
  stop(): Promise<void>;
}

const path = '/usr/sbin:/usr/bin:/sbin:/bin';

/** @returns why it cannot run here, or undefined */
export function missingNginx(): string | undefined {
  const { status } = spawnSync('nginx', ['-v'], { env: { PATH: path } });
  return status === 0 ? undefined : 'nginx is not installed here (apt-get install nginx-light)';
}

/** The request header by which a test says which address the client has; without it the address is that of the connection. */
export const clientAddressHeader = 'x-test-client-address';

/** @param name path from the root of the project */
const shipped = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** @throws when a pattern matches nothing, so that a change of the shipped file is noticed */
function replaced(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((before, [pattern, by]) => {
    if (!pattern.test(before)) throw new Error(`the shipped file has no ${pattern}`);
    return before.replace(pattern, () => by);
  }, text);
}

const shippedRequestsPerSecond = 400;

export interface Options {
  /** instead of the shipped rate for all requests of one address */
  requestsPerSecond?: number;
  /** port on loopback of the server of the bucket, with deploy/nginx.conf only; its host name is s3.localhost */
  s3Port?: number;
}

/**
 * Starts nginx with ops/nginx.conf.
 * @param instances ports on loopback
 */
export async function startNginx(
  instances: number[],
  { requestsPerSecond = shippedRequestsPerSecond }: Options = {},
): Promise<Nginx> {
  const folder = scratchFolder();
  const [plain, tls, redirect] = [await freePort(), await freePort(), await freePort()];
  const { cert, key } = issueCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const servers = instances.map((port) => `server 127.0.0.1:${port} max_fails=0;`);
  const site = replaced(shipped('ops/nginx.conf'), [
    [/server 127\.0\.0\.1:3000 max_fails=0;/, servers.join('\n    ')],
    [/rate=400r\/s/, `rate=${requestsPerSecond}r/s`],
    [/listen 80;/, `listen 127.0.0.1:${redirect};`],
    [/listen \[::\]:80;/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${tls} ssl http2;\n    listen 127.0.0.1:${plain};`],
    [/listen \[::\]:443 ssl http2;/, ''],
    [/\/etc\/ssl\/callout\/fullchain\.pem/, join(folder, 'cert.pem')],
    [/\/etc\/ssl\/callout\/privkey\.pem/, join(folder, 'key.pem')],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const config = `pid ${join(folder, 'pid')};
error_log stderr error;
worker_processes 1;
worker_rlimit_nofile 8192;
events { worker_connections 4096; }
http {
  access_log off;
  ${testDirectives(folder)}
  include ${join(folder, 'site.conf')};
}
`;
  const running = await launch(folder, config, plain);
  return {
    ...running,
    url: `http://127.0.0.1:${plain}`,
    tlsUrl: `https://127.0.0.1:${tls}`,
    redirectUrl: `http://127.0.0.1:${redirect}`,
    certificate: cert,
  };
}

/**
 * Starts nginx with deploy/nginx.conf.
 * @param instance port on loopback, instead of the containers' name
 */
export async function startScaledNginx(
  instance: number,
  { requestsPerSecond = shippedRequestsPerSecond, s3Port = 7070 }: Options = {},
): Promise<Pick<Nginx, 'url' | 'errors' | 'stop'>> {
  const folder = scratchFolder();
  const port = await freePort();
  const config = replaced(shipped('deploy/nginx.conf'), [
    [/pid \/tmp\/nginx\.pid;/, `pid ${join(folder, 'pid')};\nworker_rlimit_nofile 8192;`],
    [/worker_processes auto;/, 'worker_processes 1;'],
    [/rate=400r\/s/, `rate=${requestsPerSecond}r/s`],
    [/http \{/, `http {\n  ${testDirectives(folder)}`],
    [/listen 8080 default_server;/, `listen 127.0.0.1:${port} default_server;`],
    [/listen 8080;/, `listen 127.0.0.1:${port};`],
    [/http:\/\/callout:3000/g, `http://127.0.0.1:${instance}`],
    [/http:\/\/s3:7070/g, `http://127.0.0.1:${s3Port}`],
  ]);
  const running = await launch(folder, config, port);
  return { ...running, url: `http://127.0.0.1:${port}` };
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callout-nginx-'));
  chmodSync(folder, 0o711); // started by root, its workers have another user
  mkdirSync(join(folder, 'temp'), { mode: 0o711 });
  return folder;
}

/** Temporary files that an ordinary user can write, and addresses of clients that tests choose. */
function testDirectives(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  );
  return [...temporary, 'set_real_ip_from 127.0.0.1;', `real_ip_header ${clientAddressHeader};`].join('\n  ');
}

/** Starts it in the foreground and waits until it listens. */
async function launch(folder: string, config: string, port: number): Promise<Pick<Nginx, 'errors' | 'stop'>> {
  writeFileSync(join(folder, 'nginx.conf'), `daemon off;\n${config}`);
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
  await waitFor(() => {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${errors}`);
    return answers(port);
  }, 30_000);
  const isExpected = (line: string): boolean => /Connection refused|temporarily disabled/.test(line);
  return {
    errors: () =>
      errors
        .split('\n')
        .filter((line) => !isExpected(line))
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
