import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

// `npm run dev`: the service, which restarts when its sources change, and the console from its sources, which the browser updates.

const root = join(import.meta.dirname, '..');
const run = (...args: string[]): ChildProcess => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });

const programs = [
  run('--watch', 'bin/callout.js', 'start', '--unsupervised'),
  run(join('node_modules', 'vite', 'bin', 'vite.js'), 'web'),
];

/** Ends both programs, so that one does not go on unnoticed without the other. */
function end(): void {
  for (const program of programs) program.kill('SIGTERM');
}
for (const program of programs) program.once('exit', end);
// The terminal sends signals to all three processes, others only to this one.
process.on('SIGINT', end).on('SIGTERM', end);
