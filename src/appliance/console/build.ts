import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const builtPage = join(root, 'web', 'dist', 'index.html');
const viteBin = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
/** The files that the bundle is built from; it shares the lifecycle table with the service. */
const sources = ['web/*.{ts,html,json}', 'web/{src,sw,public}/**/*.*', 'src/product/tickets/lifecycle.ts', 'package-lock.json'];

/** Whether the console was not built since its last change. */
function isConsoleStale(): boolean {
  if (!existsSync(builtPage)) return true;
  const builtAtMs = statSync(builtPage).mtimeMs;
  return globSync(sources, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > builtAtMs);
}

/** @returns the reason of a failure */
function buildConsole(): string | undefined {
  if (!existsSync(viteBin)) return 'the packages that build it are not installed (npm ci)';
  const { status, stderr } = spawnSync(process.execPath, [viteBin, 'build', 'web', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return status === 0 ? undefined : stderr.trim() || 'its build failed';
}

/** Builds the console if it is missing or older than its sources; the service starts without it when that fails. */
export function prepareConsole(): void {
  if (!isConsoleStale()) return;
  console.log('callout: building the console, which takes a few seconds');
  const problem = buildConsole();
  if (problem) console.error(`callout: no console: ${problem}`);
}
