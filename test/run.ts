import { missingChromium } from '../testing/chromium.ts';
import { type Job, runBeside, runJob, runPlaywright, runTests } from './runner/jobs.ts';
import { filesForSecondServer, findLayers, type Layers, remainingForSecondServer } from './runner/layers.ts';
import { startEmbeddedServer, startInstalledServer, type TestServer } from './runner/servers.ts';
import { summaryOf } from './runner/summary.ts';

// `npm test`: static checks and the layers unit, api, e2e and console; what the version of PostgreSQL can change also
// on an installed one. `npm run test:all`: the extended layer and everything else on that server as well.
// `npm run test:rest`: what `npm run test:all` has and `npm test` has not.
// `npm test -- FILE ...`: only these files, on the embedded server.

const runsRest = process.argv.includes('--rest');
const runsAll = runsRest || process.argv.includes('--all');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--all' && argument !== '--rest');
const jobs: Job[] = [];
const notRun: string[] = [];
let interrupted = false;
// Ctrl-C ends the job that runs; the servers are still stopped below.
process.on('SIGINT', () => {
  interrupted = true;
});

const buildOfConsole = { command: 'vite', args: ['build', 'web', '--logLevel', 'warn'] };
const staticChecks = [
  { command: 'tsc', args: [] },
  { command: 'tsc', args: ['-p', 'web'] },
  { command: 'tsc', args: ['-p', 'web/sw'] },
  { command: 'biome', args: ['check', '.'] },
  { command: 'depcruise', args: ['src', 'web/src', 'web/sw', 'testing', 'test', 'chaos', 'bench', 'scripts'] },
  { command: 'knip', args: [] },
];

/** Makes the database that every test file clones. */
async function prepare({ url }: TestServer): Promise<void> {
  const job = await runJob('template database', {
    command: process.execPath,
    args: ['test/runner/create-template.ts'],
    env: { TEST_DATABASE_URL: url },
  });
  if (!job.passed) throw new Error('the template database was not made');
}

async function test(name: string, files: string[], url: string): Promise<void> {
  if (files.length > 0 && !interrupted) jobs.push(await runTests(name, files, url, chosen.length === 0));
}

/** @param files none: all that playwright.config.ts names */
async function testConsole(files: string[], { url }: TestServer): Promise<void> {
  if (interrupted) return;
  if (missingChromium) {
    notRun.push(`the console in a browser: ${missingChromium}`);
    return;
  }
  const isExtended = runsAll || files.length > 0;
  const extended = {
    ...(isExtended && { CONSOLE_EXTENDED: runsRest ? 'only' : '1' }),
    ...(runsAll && { CONSOLE_PAGES: 'full' }),
  };
  const env = { TEST_DATABASE_URL: url, ...extended };
  jobs.push(await runPlaywright('console in a browser', files, env));
}

async function onEmbeddedServer({ unit, api, e2e, extended }: Layers): Promise<void> {
  const server = await startEmbeddedServer();
  try {
    await prepare(server);
    if (!runsRest) {
      await test('unit', unit, server.url);
      await test(`api on ${server.name}`, api, server.url);
      await test(`e2e on ${server.name}`, e2e, server.url);
    }
    await testConsole([], server);
    if (runsAll) await test(`extended on ${server.name}`, extended, server.url);
  } finally {
    await server.stop();
  }
}

async function onInstalledServer(layers: Layers): Promise<void> {
  const server = await startInstalledServer();
  if (!server) {
    notRun.push('another version of PostgreSQL: none of version 15, 16 or 17 is installed here');
    return;
  }
  try {
    await prepare(server);
    if (!runsRest) await test(`what the version can change on ${server.name}`, filesForSecondServer(layers), server.url);
    if (runsAll) await test(`more of it on ${server.name}`, remainingForSecondServer(layers), server.url);
  } finally {
    await server.stop();
  }
}

/** The console's files, *.spec.ts, run in Playwright, all others under node:test. */
async function runChosen(files: string[]): Promise<void> {
  const needsConsole = files.some((file) => file.includes('console'));
  if (needsConsole) jobs.push(await runBeside('build of the console', [buildOfConsole]));
  const server = await startEmbeddedServer();
  try {
    await prepare(server);
    const specs = files.filter((file) => file.endsWith('.spec.ts'));
    const others = files.filter((file) => !specs.includes(file));
    await test(`chosen files on ${server.name}`, others, server.url);
    if (specs.length > 0) await testConsole(specs, server);
  } finally {
    await server.stop();
  }
}

if (chosen.length > 0) {
  await runChosen(chosen);
} else {
  const layers = findLayers();
  // The tests need the built console; they need none of the other checks, which run beside them.
  jobs.push(await runBeside('build of the console', [buildOfConsole]));
  const checks = runsRest ? undefined : runBeside('types, lint, format, dependencies, dead code', staticChecks);
  await onEmbeddedServer(layers);
  if (!interrupted) await onInstalledServer(layers);
  if (checks) jobs.push(await checks);
}

console.log(
  `\n== summary\n${summaryOf(jobs, notRun)
    .map((line) => `  ${line}`)
    .join('\n')}`,
);
process.exitCode = !interrupted && jobs.length > 0 && jobs.every(({ passed }) => passed) ? 0 : 1;
