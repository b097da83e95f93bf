import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connectionSettings } from '../../src/platform/database/connection-settings.ts';
import { personIdSql, type Size } from '../../testing/benchmark-data.ts';
import type { HotStatement, Operation } from '../../testing/service-statements.ts';
import { idStep, userCount } from './seeded-users.ts';

// PostgreSQL's own measuring program: the same statements over the same number of connections,
// prepared, without anything between.

/** The newest pgbench of this machine. */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pgbench'));
  return [...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse(), ...onPath].find((path) => existsSync(path));
}

export interface Run {
  url: string;
  size: Size;
  operation: Operation;
  statements: HotStatement[];
  connections: number;
  seconds: number;
  /** for takes: the first ticket of the stock, ordered by who may take it */
  first?: number;
}

export interface Rate {
  perSecond: number;
  /** milliseconds on average: pgbench keeps no quantiles */
  average: number;
}

export async function pgbench(run: Run): Promise<Rate> {
  const program = findPgbench();
  if (!program) throw new Error('pgbench is not installed here (apt-get install postgresql-15)');
  const folder = mkdtempSync(join(tmpdir(), 'callout-pgbench-'));
  const file = join(folder, 'script.sql');
  const { script, constants } = scriptOf(run);
  writeFileSync(file, script);
  const { connections, seconds, first = 0 } = run;
  const variables = { known: 0, n: -1, first, connections, now: '2030-01-01T00:00:00.000Z', ...constants };
  const args = ['-n', '-M', 'prepared', '-c', connections, '-j', 1, '-T', seconds, '-f', file];
  for (const [name, value] of Object.entries(variables)) args.push('-D', `${name}=${value}`);
  const options = Object.entries(connectionSettings()).map(([name, value]) => `-c ${name}=${value}`);
  const child = spawn(program, [...args.map(String), run.url], { env: { ...process.env, PGOPTIONS: options.join(' ') } });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  rmSync(folder, { recursive: true });
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const average = Number(/^latency average = ([\d.]+)/m.exec(output)?.[1]);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(output)?.[1] ?? 0);
  if (Number.isNaN(perSecond) || failed > 0 || /aborted/.test(errors)) throw new Error(`pgbench: ${errors}${output}`);
  return { perSecond, average };
}

/** Each connection is one person, known after its first turn. */
function scriptOf({ operation, statements, size, connections }: Run): { script: string; constants: Record<string, string> } {
  const role = operation === 'admin' ? 'admin' : operation === 'worker' || operation === 'take' ? 'worker' : 'client';
  const users = Math.min(connections, userCount(size, role));
  const number = `((:client_id % ${users}) * ${idStep(size, role)})`;
  const ticketOf = {
    ticket: `\\set ticket random(1, ${Math.floor(size.tickets / size.clients) - 1}) * ${size.clients} + ${number}`,
    take: '\\set n :n + 1\n\\set ticket :first + :n * :connections + :client_id',
  };
  const lines = ['\\if :known = 0', `select ${personIdSql(role, number)} as me \\gset`, '\\set known 1', '\\endif'];
  if (operation === 'ticket' || operation === 'take') lines.push(ticketOf[operation]);
  const constants: Record<string, string> = {};
  for (const { text, parameters } of statements) {
    const sql = text.replaceAll(/\$(\d+)/g, (_, i) => {
      const parameter = parameters[Number(i) - 1];
      if (!parameter) throw new Error(`no parameter ${i}`);
      if ('name' in parameter) return `:${parameter.name}`;
      if (!parameter.value) return parameter.value === null ? 'null' : `''`; // pgbench has no such variables
      constants[`p${parameter.value}`] = parameter.value;
      return `:p${parameter.value}`;
    });
    lines.push(`${sql.replaceAll(/\s--.*$/gm, '').replaceAll(/\s+/g, ' ')};`);
  }
  return { script: `${lines.join('\n')}\n`, constants };
}
