import { spawnSync } from 'node:child_process';

/** Exit codes of the scripts that ask npm. */
export const exitCodes = { failed: 1, notRun: 4 } as const;

/** npm did not answer the question; the message says why. */
export class NotRun extends Error {}

/** What `npm --json` prints when a command fails; every field may be missing. */
interface NpmError {
  message?: string;
  error?: { code?: string; summary?: string };
}

const maxOutputBytes = 256 * 1024 * 1024;
const timeoutMs = 120_000;

/**
 * Runs npm and parses what it prints.
 * @returns the JSON, also when npm exits with an error because of what it found
 * @throws NotRun when there is no npm, it does not know the command, or the registry does not answer
 */
export function askNpm(...args: string[]): unknown {
  const command = `npm ${args.join(' ')}`;
  const { stdout, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: maxOutputBytes, timeout: timeoutMs });
  if (error) throw new NotRun(`${command}: ${error.message}`);
  const answer = parse(stdout);
  if (answer === undefined) throw new NotRun(`${command}: ${firstLine(stderr || stdout)}`);
  const failure = answer as NpmError;
  if (failure.error)
    throw new NotRun(`${command}: ${failure.message || failure.error.summary || failure.error.code || 'no reason'}`);
  return answer;
}

/** Runs a script; NotRun and other errors end it with their exit codes and one line. */
export async function runScript(name: string, script: () => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await script();
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    console.error(`${name} did not run: ${error.message}`);
    process.exitCode = exitCodes.notRun;
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the first line of what a program printed */
export const firstLine = (text: string): string => text.trim().split('\n', 1)[0] || 'no answer';
