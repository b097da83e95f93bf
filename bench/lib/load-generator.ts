import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What the load tool is told. */
export interface Job {
  url: string;
  connections: number;
  /** seconds before anything counts, and then while it does */
  warmup: number;
  seconds: number;
  /** sent again and again, in no order */
  requests: { method: string; path: string; token: string; body?: string }[];
  /** Instead: each ticket from the first one on is taken once, the tokens take turns. */
  series?: { first: number; tokens: string[] };
}

/** What it found. */
export interface Load {
  perSecond: number;
  /** milliseconds */
  p50: number;
  p95: number;
  p99: number;
  statuses: Record<string, number>;
  /** how many tickets of a series were asked for */
  used: number;
  /** cores that the tool itself took */
  cpu: number;
}

const script = join(import.meta.dirname, '..', 'load.ts');

/** Runs the load tool. @throws when an answer was no success */
export async function runLoad(job: Job): Promise<Load> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const output = await text(child.stdout);
  if (!output) throw new Error('the load tool failed');
  const found = JSON.parse(output) as Load;
  const failures = Object.keys(found.statuses).filter((status) => !status.startsWith('2'));
  if (failures.length > 0) throw new Error(`not all requests succeeded: ${JSON.stringify(found.statuses)}`);
  return found;
}
