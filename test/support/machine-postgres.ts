import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries } from '../../src/db/embedded/binaries.ts';
import { unprivilegedUser } from '../../src/db/embedded/host-user.ts';

// The machine's own PostgreSQL as an external server: over TCP, with a password, as an
// operator would have it.

/** The newest installed server of another major version than the one that npm ships. */
export function installedPostgres(shippedMajor: number): Binaries | undefined {
  for (const major of [17, 16, 15]) {
    const found = major === shippedMajor ? undefined : findBinaries('', process.env['PATH'] ?? '', major);
    if (found) return found;
  }
  return undefined;
}

export interface ExternalServer {
  url: string;
  stop(): Promise<void>;
}

export async function startMachinePostgres({ folder }: Binaries): Promise<ExternalServer> {
  const user = unprivilegedUser();
  const data = mkdtempSync(join(tmpdir(), 'callout-external-'));
  if (user) chownSync(data, user.uid, user.gid);
  const as = { cwd: data, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...user };
  const made = spawnSync(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    {
      ...as,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const server = spawn(
    join(folder, 'postgres'),
    [
      '-D',
      data,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `port=${port}`,
      '-c',
      `unix_socket_directories=${data}`,
      '-c',
      'max_connections=200',
    ],
    { ...as, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url);
  return { url, stop: () => stop(server, data) };
}

async function stop(server: ChildProcess, data: string): Promise<void> {
  server.kill('SIGINT');
  while (server.exitCode === null && server.signalCode === null) await sleep(20);
  rmSync(data, { recursive: true, force: true });
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(50);
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return address.port;
}
