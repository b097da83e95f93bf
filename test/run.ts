import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { EmbeddedServer } from '../src/db/embedded/server.ts';
import { installedPostgres, startMachinePostgres } from './support/machine-postgres.ts';
import { missingNginx } from './support/nginx.ts';
import { missingSwift } from './support/s3.ts';

// `npm test`: the checks, then the suite once per PostgreSQL that this machine offers.
// `npm test -- FILE ...` runs only these files, on the embedded server.

const chosen = process.argv.slice(2);
const shippedMajor = 18;
const legs: string[] = [];
let failed = false;

function step(name: string, command: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  legs.push(`${status === 0 ? 'passed' : 'FAILED'}  ${name}`);
  failed ||= status !== 0;
}

const testFlags = (atOnce: number): string[] => [
  '--test',
  `--test-concurrency=${atOnce}`,
  '--test-timeout=240000',
  '--test-reporter=spec',
];

/** Makes the database that every test file clones. */
function prepare(url: string): void {
  const env = { ...process.env, TEST_DATABASE_URL: url };
  const { status } = spawnSync(process.execPath, ['test/support/prepare.ts'], { stdio: 'inherit', env });
  if (status !== 0) failed = true;
}

function suite(name: string, url: string, files: string[]): void {
  prepare(url);
  if (files.length === 0) return;
  step(name, process.execPath, [...testFlags(2), ...files], { TEST_DATABASE_URL: url });
}

/** A URL that pg understands for a unix socket. */
function socketUrl({ host, user }: { host?: string; user?: string | undefined }): string {
  return `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`;
}

async function embeddedLeg(files: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'callout-test-'));
  chmodSync(dataDir, 0o711);
  const server = await EmbeddedServer.start({
    dataDir,
    postgresBin: '',
    searchPath: process.env['PATH'] ?? '',
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
  const { host, user } = server.connection();
  const url = socketUrl({ ...(host && { host }), user });
  const isConsole = (file: string): boolean => file.startsWith(join('test', 'console'));
  suite(
    'suite on the embedded PostgreSQL',
    url,
    files.filter((file) => !isConsole(file)),
  );
  // A browser wants the machine to itself.
  const pages = files.filter(isConsole);
  if (pages.length > 0) step('console in a browser', process.execPath, [...testFlags(1), ...pages], { TEST_DATABASE_URL: url });
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function externalLeg(files: string[]): Promise<void> {
  const installed = installedPostgres(shippedMajor);
  if (!installed) {
    legs.push("not run  suite on the machine's own PostgreSQL: none of version 15, 16 or 17 is installed here");
    return;
  }
  const server = await startMachinePostgres(installed);
  suite(`suite on the machine's PostgreSQL ${installed.major}, by DATABASE_URL`, server.url, files);
  await server.stop();
}

// Ctrl-C ends the step that runs; the servers are still stopped below.
process.on('SIGINT', () => {
  failed = true;
});

if (chosen.length === 0 || chosen.some((file) => file.includes('console')))
  step('build of the console', 'vite', ['build', 'web', '--logLevel', 'warn']);
if (chosen.length > 0) {
  await embeddedLeg(chosen);
} else {
  step('types', 'tsc', []);
  step('types of the console', 'tsc', ['-p', 'web']);
  step('types of its service worker', 'tsc', ['-p', 'web/sw']);
  step('lint and format', 'biome', ['check', '.']);
  step('dead code', 'knip', []);
  const files = globSync('test/**/*.test.ts').sort();
  await embeddedLeg(files);
  // What starts an embedded server of its own, or looks at the process or a browser alone, has nothing
  // to learn from another one.
  const elsewhere =
    /^test.(embedded|console|chaos.(crash|memory|rolling|slow)|process.(serve|stop|proxy|examples|dashboard|supervise))/;
  await externalLeg(files.filter((file) => !elsewhere.test(file)));
}

const noS3 = missingSwift();
legs.push(
  noS3 ? `not run  photos on a real S3 server: ${noS3}` : 'included photos on a real S3 server (OpenStack Swift), in each suite',
);
const noNginx = missingNginx();
legs.push(
  noNginx
    ? `not run  several instances behind a proxy: ${noNginx}`
    : 'included three instances behind a real nginx, in each suite',
);
legs.push(
  existsSync('/usr/bin/chromium')
    ? 'included the console in a real browser (Chromium), in the first suite'
    : 'not run  the console in a browser: Chromium is not installed here (apt-get install chromium)',
);
console.log(`\n== legs\n${legs.map((leg) => `  ${leg}`).join('\n')}`);
process.exitCode = failed ? 1 : 0;
