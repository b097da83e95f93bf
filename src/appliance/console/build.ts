import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const built = join(root, 'web', 'dist', 'index.html');
const builder = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
// What the bundle is made from; the lifecycle table and the API's types are the server's.
const sources = ['web/*.{ts,html,json}', 'web/{src,sw,public}/**/*.*', 'src/product/tickets/lifecycle.ts', 'package-lock.json'];

/** Whether the console was never built here, or before its sources were changed. */
function isConsoleStale(): boolean {
  if (!existsSync(built)) return true;
  const made = statSync(built).mtimeMs;
  return globSync(sources, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > made);
}

/** Builds it, in a few seconds. @returns what went wrong: the service does without it */
function buildConsole(): string | undefined {
  if (!existsSync(builder)) return 'the packages that build it are not installed (npm ci)';
  const { status, stderr } = spawnSync(process.execPath, [builder, 'build', 'web', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return status === 0 ? undefined : stderr.trim() || 'its build failed';
}

/** Sees to a console before a start by hand. */
export function prepareConsole(): void {
  if (!isConsoleStale()) return;
  console.log('callout: building the console, which takes a few seconds');
  const problem = buildConsole();
  if (problem) console.error(`callout: no console: ${problem}`);
}
