import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type pg from 'pg';
import { findPgbench } from './lib/pgbench.ts';
import type { Peer } from './peers/rt.ts';
import type { Console } from './sections/console.ts';
import type { ExportCost } from './sections/exports.ts';
import type { Filters } from './sections/filters.ts';
import type { Growth } from './sections/growth.ts';
import type { Logins } from './sections/logins.ts';
import type { Memory } from './sections/memory.ts';
import type { NotificationCost } from './sections/notifications.ts';
import type { Ratios } from './sections/ratios.ts';
import type { ReplicaGain } from './sections/replica.ts';
import type { SearchCost } from './sections/search.ts';
import type { Start } from './sections/start.ts';
import type { Steps } from './sections/steps.ts';
import type { TicketDetailsCost } from './sections/ticket-details.ts';
import type { Uploads } from './sections/uploads.ts';
import type { Writes } from './sections/writes.ts';

export interface Sections {
  ratios: Ratios;
  growth: Growth;
  filters: Filters;
  writes: Writes;
  notifications: NotificationCost;
  'ticket-details': TicketDetailsCost;
  search: SearchCost;
  exports: ExportCost;
  /** undefined: there was no server to copy */
  replica: ReplicaGain | undefined;
  logins: Logins;
  uploads: Uploads;
  start: Start;
  steps: Steps;
  memory: Memory;
  console: Console;
  peer: Peer;
}
export type SectionName = keyof Sections;

export interface Machine {
  cores: number;
  processor: string;
  memoryGiB: number;
  node: string;
  postgres: string;
  pgbench: string;
}

/** Where and when a section was measured: portions of one report may come from different days. */
export interface Circumstances {
  measured: string;
  quick: boolean;
  machine: Machine;
  /** how much of the cores' time others on the same host took; undefined: the system does not say */
  stolen?: number;
}

export type Results = { [Name in SectionName]?: Circumstances & { found: Sections[Name] } };

export const readResults = (file: string): Results =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};

export function writeResults(file: string, results: Results): void {
  const short = (_: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
  writeFileSync(file, `${JSON.stringify(results, short, 1)}\n`);
}

export async function machineOf(db: pg.Client): Promise<Machine> {
  const { rows } = await db.query<{ server_version: string }>('show server_version');
  const pgbench = findPgbench();
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: rows[0]?.server_version ?? 'unknown',
    pgbench: pgbench ? spawnSync(pgbench, ['--version'], { encoding: 'utf8' }).stdout.trim() : 'none',
  };
}
