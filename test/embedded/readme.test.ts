import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { freePort } from '../../testing/free-port.ts';
import { type ServiceProcess, spawnService, stopService, waitUntilReady } from '../../testing/start-service.ts';

// The quick start of README.md and the tour of docs/api.md, in an empty folder.

const root = join(import.meta.dirname, '..', '..');
const checkout = mkdtempSync(join(tmpdir(), 'callout-readme-'));
for (const name of ['bin', 'src', 'node_modules', 'package.json', 'docs']) symlinkSync(join(root, name), join(checkout, name));
const port = String(await freePort());
const quickstart = (): Promise<ServiceProcess> =>
  spawnService({ env: { PORT: port, DATA_DIR: join(checkout, 'data') }, command: 'start', cwd: checkout });

const service = await quickstart();
await waitUntilReady(service);
after(async () => {
  if (service.child.exitCode === null) await stopService(service);
  rmSync(checkout, { recursive: true, force: true });
});

/** The shell block of a section of docs/api.md. */
function block(heading: string): string {
  const page = readFileSync(join(root, 'docs', 'api.md'), 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, code] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  assert(code, heading);
  return code;
}

function shell(script: string, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, ['-eu'], { cwd: checkout, env: { PATH: process.env['PATH'], PORT: port } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
    child.stdin.end(script);
  });
}

it('the first start writes .env readable by its owner only and prints the login', () => {
  const file = join(checkout, '.env');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const [, password = ''] = /^ADMIN_PASSWORD=(.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  assert(password.length > 15 && service.output().includes(password));
});

it('the tour of docs/api.md runs as printed and ends in a closed ticket with its journal', async () => {
  const lines = (await shell(block('A tour'), 'sh')).trim().split('\n');
  const statuses = lines.filter((line) => /^[a-z_]+$/.test(line));
  assert.equal(statuses.join(' '), 'assigned in_progress done rejected in_progress done rejected in_progress done closed');
  const journal = JSON.parse(lines.at(-1) ?? '');
  assert.equal(
    journal.items.map(({ action }: { action: string }) => action).join(' '),
    'created assigned started done rejected started photo_added done rejected started done confirmed',
  );
});
