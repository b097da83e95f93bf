import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { missingChromium } from '../testing/chromium.ts';
import { filesForSecondServer, findLayers, type Layers } from './runner/layers.ts';
import { type Part, type Results, summaryOf } from './runner/results.ts';
import { runFiles } from './runner/run-files.ts';
import { startEmbeddedServer, startInstalledServer, type TestServer } from './runner/servers.ts';

// `npm test`: static checks and the layers unit, api, e2e and console; what the version of PostgreSQL can change also on an installed
// one. `npm run test:rest`: the layer extended, of the console too. `npm run test:all`: both, and what takes minutes.
// `npm test -- FILE ...`: only these files.

const runsRest = process.argv.includes('--rest');
const runsAll = process.argv.includes('--all');
const chosen = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((file) => relative('', file)); // as layers.ts names it

const parts: Part[] = [];
const notRun: string[] = [];

/** Runs a part and takes its time. @param run returns whether it passed, or what its tests reported */
async function runPart(name: string, run: () => Promise<boolean | Results>): Promise<void> {
  console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const result = await run();
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  if (typeof result === 'boolean') parts.push({ name, passed: result, seconds });
  else parts.push({ name, passed: result.failed.length === 0, seconds, results: result });
}

/** Runs a command whose output is shown as it comes. @returns whether it exits with 0 */
function command(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code === 0)));
}

const buildConsole = (): Promise<void> =>
  runPart('build of the console', () => command('vite', ['build', 'web', '--logLevel', 'warn']));

const tests = (name: string, files: string[], { url }: TestServer): Promise<void> => runPart(name, () => runFiles(files, url));

/** @param args patterns of files, or none: all */
async function testConsole(args: string[], { url }: TestServer): Promise<void> {
  if (missingChromium) {
    notRun.push(`the console in a browser: ${missingChromium}`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'callout-results-'));
  const resultsFile = join(folder, 'results.json');
  const env = { TEST_DATABASE_URL: url, TEST_RESULTS: resultsFile };
  await runPart('console in a browser', async () => {
    const passed = await command('playwright', ['test', ...args], env);
    const results: Results = JSON.parse(readFileSync(resultsFile, 'utf8'));
    if (!passed && results.failed.length === 0) results.failed.push('Playwright failed');
    return results;
  });
  rmSync(folder, { recursive: true });
}

async function onServer(start: Promise<TestServer | undefined>, test: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await start;
  if (!server) {
    notRun.push('another version of PostgreSQL: none of version 15, 16 or 17 is installed here');
    return;
  }
  try {
    await test(server);
  } finally {
    await server.stop();
  }
}

async function runChosen(files: string[]): Promise<void> {
  const specs = files.filter((file) => file.endsWith('.spec.ts'));
  const others = files.filter((file) => !file.endsWith('.spec.ts'));
  if (specs.length > 0) await buildConsole();
  await onServer(startEmbeddedServer(), async (server) => {
    if (others.length > 0) await tests('chosen files', others, server);
    if (specs.length > 0) await testConsole(specs, server);
  });
}

async function runLayers(): Promise<void> {
  const found = findLayers();
  const layers: (keyof Layers)[] = runsRest
    ? ['extended']
    : [...(runsAll ? (['exhaustive', 'extended'] as const) : []), 'e2e', 'api', 'unit'];
  const files = layers.flatMap((layer) => found[layer]);
  const ofConsole = runsRest ? 'test/console/extended/' : 'test/console/[^/]+$';
  const check = runsRest
    ? undefined
    : runPart('types, lint, format, dependencies, dead code', () => command('npm', ['run', '--silent', 'check']));
  await Promise.all([check, buildConsole()]);
  await onServer(startEmbeddedServer(), async (server) => {
    await tests(`${layers.join(', ')} on ${server.name}`, files, server);
    await testConsole(runsAll ? [] : [ofConsole], server);
  });
  await onServer(startInstalledServer(), (server) =>
    tests(`what the version can change on ${server.name}`, filesForSecondServer(files), server),
  );
}

await (chosen.length > 0 ? runChosen(chosen) : runLayers());
console.log(`\n== summary\n${summaryOf(parts, notRun)}`);
process.exitCode = parts.length > 0 && parts.every(({ passed }) => passed) ? 0 : 1;
