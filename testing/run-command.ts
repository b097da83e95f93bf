import { mock } from 'node:test';
import { main } from '../src/cli/main.ts';

/**
 * Runs `callout` in the process of the test, one command at a time: to start a process takes a second of processor time.
 * @param env all that the command finds in its environment
 */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const before = { exitCode: process.exitCode, env: process.env };
  const mocks = [
    mock.method(console, 'log', (line: string) => stdout.push(`${line}\n`)),
    mock.method(console, 'error', (line: string) => stderr.push(`${line}\n`)),
  ];
  try {
    process.exitCode = undefined;
    process.env = { LOG_LEVEL: 'silent', ...env };
    await main([...args]);
    return {
      status: process.exitCode ?? 0,
      stdout: stdout.join(''),
      stderr: stderr.join(''),
      output: [...stdout, ...stderr].join(''),
    };
  } finally {
    Object.assign(process, before);
    for (const { mock } of mocks) mock.restore();
  }
}
