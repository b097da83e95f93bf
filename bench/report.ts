import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, titles } from '../testing/service-statements.ts';
import { bars, lines } from './chart.ts';
import { goalsOf } from './goals.ts';
import { median, middleHalf, ratio, ratios } from './parts/figures.ts';
import type { Circumstances, Results } from './results.ts';
import { type Variant, variants } from './sections/writes.ts';

// docs/performance.md: what stands between the markers is written anew by each run, what people
// have written around it stays.

const [begin, end] = ['<!-- figures of the last run: written by npm run bench -->', '<!-- end of the figures -->'];
const blank = '# Performance\n\n';

type Charts = Record<string, string>;

/** Writes `performance.md` and the charts beside it. */
export function writeReport(folder: string, results: Results): void {
  const file = join(folder, 'performance.md');
  const old = existsSync(file) ? readFileSync(file, 'utf8') : `${blank}${begin}\n${end}\n`;
  const [before = blank, after = '\n'] = [old.split(begin)[0], old.split(end)[1]];
  const charts: Charts = {};
  writeFileSync(file, `${before}${begin}\n\n${figures(results, charts).join('\n\n')}\n\n${end}${after}`);
  mkdirSync(join(folder, 'performance'), { recursive: true });
  for (const [name, svg] of Object.entries(charts)) writeFileSync(join(folder, 'performance', `${name}.svg`), svg);
}

function figures(results: Results, charts: Charts): string[] {
  return [
    ...goals(results),
    ...againstTheLimit(results, charts),
    ...growth(results, charts),
    ...filters(results),
    ...writes(results, charts),
    ...others(results),
    ...steps(results),
    ...peer(results),
  ];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const withNoise = (values: number[]): string =>
  `${median(values).toFixed(2)} (${middleHalf(values)
    .map((value) => value.toFixed(2))
    .join(' to ')})`;
const picture = (name: string, what: string): string => `![${what}](performance/${name}.svg)`;

function when({ measured, quick, machine, stolen }: Circumstances): string {
  const { cores, processor, memoryGiB, node, postgres, pgbench } = machine;
  const others = stolen === undefined ? '' : `; others on the host took ${(stolen * 100).toFixed(0)} % of the cores' time`;
  const kind = quick ? 'Quick run of' : 'Measured on';
  return `*${kind} ${measured.slice(0, 10)}: ${cores} cores (${processor}), ${memoryGiB} GiB, Node ${node}, PostgreSQL ${postgres}, ${pgbench}${others}.*`;
}

function goals(results: Results): string[] {
  const rows = goalsOf(results).map(({ what, goal, measured, reached }) => {
    const verdict = measured === undefined ? 'not measured' : reached ? 'reached' : '**not reached**';
    return [what, goal, measured ?? '', verdict];
  });
  return ['## Goals', table(['what', 'goal', 'measured', ''], rows)];
}

function againstTheLimit({ ratios: section }: Results, charts: Charts): string[] {
  if (!section) return [];
  const { tickets, cells, toolCpu } = section.found;
  for (const connections of [10, 50]) {
    const these = cells.filter((cell) => cell.connections === connections);
    const series = (['pgbench', 'bare', 'service'] as const).map((name) => ({
      name,
      values: these.map(({ rates }) => median(rates[name])),
    }));
    const names = these.map(
      ({ operation }) => ({ ticket: 'ticket by id', take: 'take' })[operation as string] ?? `${operation}'s list`,
    );
    charts[`rates-${connections}`] = bars(`Requests a second at ${connections} connections`, '1/s', names, series);
  }
  const rows = cells.map(({ operation, connections, rates, p99 }) => [
    titles[operation],
    String(connections),
    ...[rates.pgbench, rates.bare, rates.service].map((values) => whole(median(values))),
    withNoise(ratios(rates.service, rates.pgbench)),
    withNoise(ratios(rates.service, rates.bare)),
    median(p99).toFixed(1),
  ]);
  return [
    `## Against the database alone, and against a server without a framework`,
    when(section),
    `${whole(tickets)} tickets, ${cells[0]?.rates.service.length} rounds taken in turns; requests a second are medians, ratios the medians of the rounds' ratios, in brackets between what the middle half of the rounds lies. The load tool took ${median(toolCpu).toFixed(2)} cores of the machine beside the service.`,
    table(['what', 'connections', 'pgbench', 'bare server', 'service', 'of pgbench', 'of the bare server', 'p99, ms'], rows),
    picture('rates-10', 'requests a second at 10 connections'),
    picture('rates-50', 'requests a second at 50 connections'),
  ];
}

function growth({ growth: section }: Results, charts: Charts): string[] {
  if (!section) return [];
  const { sizes, latencies } = section.found;
  const series = operations.map((name) => ({ name, values: latencies[name].map(median) }));
  charts['growth'] = lines('Latency of one request at a time', 'ms', 'tickets', sizes, series);
  const rows = operations.map((name) => [titles[name], ...latencies[name].map((rounds) => median(rounds).toFixed(2))]);
  return [
    '## With the number of tickets',
    when(section),
    table(['median milliseconds over HTTP, one request at a time', ...sizes.map(whole)], rows),
    picture('growth', 'latency over the number of tickets'),
  ];
}

function filters({ filters: section }: Results): string[] {
  if (!section) return [];
  const { tickets, groups } = section.found;
  const rows = Object.entries(groups).flatMap(([kind, { count, median: half, p95, slowest }]) => {
    const [worst] = slowest;
    if (!worst) return [];
    const times = [half, p95, worst.time].map((value) => value.toFixed(1));
    return [[kind, String(count), ...times, `${worst.role}: ${worst.filters || 'no filter'} ${worst.sort}`]];
  });
  return [
    '## Filters and sorts',
    when(section),
    `${whole(tickets)} tickets, milliseconds in the database, planning included. Deep is offset 50,000 for an admin, 1,000 for others.`,
    table(['what', 'statements', 'median', '95 %', 'slowest', 'which'], rows),
  ];
}

function writes({ writes: section }: Results, charts: Charts): string[] {
  if (!section) return [];
  const { tickets, cells } = section.found;
  const names = Object.keys(variants) as Variant[];
  const rows = names.map((name) => [
    name,
    ...cells.flatMap(({ database, http }) =>
      [database, http].map((rates) => `${whole(median(rates[name]))} (${ratio(rates[name], rates['as it is']).toFixed(2)})`),
    ),
  ]);
  charts['writes'] = bars(
    'Takes a second in the database, with and without',
    '1/s',
    cells.map(({ connections }) => `${connections} connections`),
    names.map((name) => ({ name, values: cells.map(({ database }) => median(database[name])) })),
  );
  const head = cells.flatMap(({ connections }) => [`database, ${connections} connections`, `HTTP, ${connections} connections`]);
  return [
    '## What a take pays for',
    when(section),
    `${whole(tickets)} tickets; takes a second, and in brackets against the first line.`,
    table(['take', ...head], rows),
    picture('writes', 'takes a second'),
  ];
}

function others({ logins, uploads, start, memory }: Results): string[] {
  const rows: string[][] = [];
  const row = (what: string, ...values: string[]): void => void rows.push([what, values.join(', ')]);
  if (logins) {
    const { connections, idle, beside, loginsPerSecond } = logins.found;
    row(`p99 of a client's list at ${connections} connections`, `${median(idle).toFixed(1)} ms`);
    row(
      'the same beside 20 people who sign in',
      `${median(beside).toFixed(1)} ms`,
      `${median(loginsPerSecond).toFixed(1)} logins a second`,
    );
  }
  if (uploads) {
    const { before, peak, milliseconds } = uploads.found;
    const most = Math.max(...peak.map((at, i) => at - (before[i] ?? 0)));
    row(
      '50 uploads of 2 MB at once',
      `${whole(most)} MiB more at most`,
      `at ${whole(Math.max(...peak))} MiB the highest`,
      `${whole(median(milliseconds))} ms for all`,
    );
  }
  if (start)
    row(
      'start to first answer',
      `new data ${whole(median(start.found.fresh))} ms`,
      `existing data ${whole(median(start.found.existing))} ms`,
    );
  if (memory) {
    const { atStart, peak, afterwards } = memory.found;
    row(
      'memory of the service',
      `${whole(atStart)} MiB at the start`,
      `${whole(peak)} at most under load`,
      `${whole(afterwards)} ten seconds after`,
    );
  }
  const [last] = [memory, start, uploads, logins].filter((one) => one !== undefined);
  return last ? ['## Logins, uploads, start, memory', when(last), table(['what', 'measured'], rows)] : [];
}

function steps({ steps: section }: Results): string[] {
  if (!section) return [];
  const { tickets, connections, steps: found } = section.found;
  const [first] = found;
  const rows = found.map(({ what, perSecond, p95 }) => [
    what,
    whole(median(perSecond)),
    first ? ratio(perSecond, first.perSecond).toFixed(2) : '',
    `${median(p95).toFixed(1)} ms`,
  ]);
  return [
    '## More processes on the same machine',
    when(section),
    `${whole(tickets)} tickets, ${connections} connections; lists of clients and workers and single tickets, as many of each. PostgreSQL, nginx and the load tool have the same cores.`,
    table(['what', 'requests a second', 'of one process', '95 of 100 within'], rows),
  ];
}

function peer({ peer: section }: Results): string[] {
  if (!section) return [];
  const { version, tickets, connections, workers, list, create, notes } = section.found;
  const row = (what: string, { service, peer }: typeof list): string[] => [
    what,
    median(peer).toFixed(1),
    whole(median(service)),
    `${whole(ratio(service, peer))} times`,
  ];
  return [
    '## Against Request Tracker',
    when(section),
    `${version}, ${workers} workers, ${connections} connections, ${whole(tickets)} tickets in each; requests a second. ${notes}`,
    table(
      ['what', 'Request Tracker', 'service', ''],
      [row('list: one page of 20 and the total', list), row('create a ticket', create)],
    ),
  ];
}
