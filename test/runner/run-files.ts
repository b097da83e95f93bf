import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { canShareProcess } from './layers.ts';
import { failureOf, noResults, type Results } from './results.ts';

/** Processes at a time: one more than two cores need, because tests also wait. */
const concurrency = 3;
/** Of a test and of a process, longer than any takes on a busy machine. */
const timeoutMs = 600_000;
/** Files that share a process: most of the time of a small file is the import of the application. */
const filesPerProcess = 5;

const noTest = 'no test was reported';

/** Runs test files of node:test, whose output is shown as it comes. @param databaseUrl of the server whose template database they clone */
export async function runFiles(files: string[], databaseUrl: string): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'callout-batches-'));
  try {
    const alone = files.filter((file) => !canShareProcess(file));
    const shared = files.filter(canShareProcess);
    const results = await runProcesses([...alone, ...writeBatches(shared, folder)], databaseUrl);
    // The tests of others hide that a file in their process has none.
    const silent = shared.filter((file) => results.durationsMs[file] === undefined);
    results.failed.push(...silent.map((file) => failureOf(file, noTest, '')));
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes modules that import some test files each. @returns their paths */
function writeBatches(files: string[], folder: string): string[] {
  return Array.from({ length: Math.ceil(files.length / filesPerProcess) }, (_, i) => {
    const path = join(folder, `batch-${i + 1}.test.mjs`);
    const urls = files.slice(i * filesPerProcess, (i + 1) * filesPerProcess).map((file) => pathToFileURL(file).href);
    writeFileSync(path, textOfBatch(urls));
    return path;
  });
}

/** The hooks of all files run when no test is left, so the first test lasts until every file has defined its tests. */
const textOfBatch = (urls: string[]): string => `import { it } from 'node:test';
const { promise, resolve, reject } = Promise.withResolvers();
it('the files are imported', () => promise);
try {
${urls
  .map(
    (url) => `  await import(${JSON.stringify(url)});
`,
  )
  .join('')}  resolve();
} catch (error) {
  reject(error);
}
`;

async function runProcesses(files: string[], databaseUrl: string): Promise<Results> {
  const results = noResults();
  const events = run({
    files,
    concurrency,
    timeout: timeoutMs,
    execArgv: ['--import=./testing/cheap-password-hashes.ts'],
    // The compile cache halves the time until the first test of a process.
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: 'node_modules/.cache/callout-tests' },
  });
  events.on('test:pass', ({ name, nesting, file, skip, details }) => {
    const path = relative(process.cwd(), file ?? '');
    if (nesting === 0) results.durationsMs[path] = (results.durationsMs[path] ?? 0) + details.duration_ms;
    if (skip) results.skipped.push(String(skip));
    // A process that ends with 0 before its first test is reported as one test, which has the name of the file.
    else if (name === file || name === path) results.failed.push(failureOf(path, noTest, ''));
    else if (details.type !== 'suite') results.passed++;
  });
  events.on('test:fail', ({ name, nesting, file, details }) => {
    const path = relative(process.cwd(), file ?? '');
    if (nesting === 0) results.durationsMs[path] = (results.durationsMs[path] ?? 0) + details.duration_ms;
    if (details.type !== 'suite') results.failed.push(failureOf(path, name, messageOf(details.error)));
  });
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  return results;
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
