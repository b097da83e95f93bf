import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, titles } from '../testing/service-statements.ts';
import { bars, lines } from './chart.ts';
import { table, whole, writeGeneratedPart } from './lib/markdown.ts';
import { median, middleHalf, ratio, ratios } from './lib/statistics.ts';
import type { Circumstances, Results } from './results.ts';
import { goals } from './results-page-goals.ts';
import { exports, replica, searches } from './results-page-lists.ts';
import { growthOperations, growthTitles } from './sections/growth.ts';
import { type Variant, variants } from './sections/writes.ts';

// Writes docs/performance.md.

const blank = '# Performance\n\n';

type Charts = Record<string, string>;

/** Writes `performance.md` and the charts beside it: the goals on both servers, all else on the embedded one. */
export function writeResultsPage(folder: string, embedded: Results, external: Results): void {
  const charts: Charts = {};
  const parts = [...goals(embedded, external), ...circumstances(embedded, external), ...figures(embedded, charts)];
  writeGeneratedPart(join(folder, 'performance.md'), blank, parts);
  mkdirSync(join(folder, 'performance'), { recursive: true });
  for (const [name, svg] of Object.entries(charts)) writeFileSync(join(folder, 'performance', `${name}.svg`), svg);
}

function figures(results: Results, charts: Charts): string[] {
  return [
    ...rates(results, charts),
    ...growth(results, charts),
    ...filters(results),
    ...writes(results),
    ...notifications(results),
    ...ticketDetails(results),
    ...searches(results),
    ...exports(results),
    ...replica(results),
    ...others(results),
    ...instances(results),
    ...peer(results),
  ];
}

const withNoise = (values: number[]): string =>
  `${median(values).toFixed(2)} (${middleHalf(values)
    .map((value) => value.toFixed(2))
    .join(' to ')})`;
const picture = (name: string, what: string): string => `![${what}](performance/${name}.svg)`;

/** Where and when the sections were measured: one line where they agree, else one line for each. */
function circumstances(embedded: Results, external: Results): string[] {
  return ['## Results', ...machineLines(embedded), ...machineLines(external).map((line) => `External: ${line}`)];
}

function machineLines(results: Results): string[] {
  const sections = Object.entries(results).filter(([, section]) => section !== undefined);
  const byMachine = Map.groupBy(sections, ([, section]) => machineLine(section));
  return [...byMachine].map(([machine, these]) => {
    const names = byMachine.size > 1 ? `${these.map(([name]) => name).join(', ')}: ` : '';
    return `${names}${machine}${stolenShare(these.map(([, section]) => section))}`;
  });
}

function machineLine({ measured, quick, machine }: Circumstances): string {
  const { cores, processor, memoryGiB, node, postgres, pgbench } = machine;
  const kind = quick ? 'Quick run of' : 'Measured on';
  return `${kind} ${measured.slice(0, 10)} with ${cores} cores (${processor}), ${memoryGiB} GiB, Node ${node}, PostgreSQL ${postgres}, ${pgbench}.`;
}

/** How much of the cores' time other guests of the host took, where the system says so. */
function stolenShare(sections: Circumstances[]): string {
  const percents = sections.flatMap(({ stolen }) => (stolen === undefined ? [] : [Math.round(stolen * 100)]));
  if (percents.length === 0) return '';
  return ` Other guests of the host took ${Math.min(...percents)} to ${Math.max(...percents)} % of the cores' time.`;
}

function rates({ ratios: section }: Results, charts: Charts): string[] {
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
    charts[`rates-${connections}`] = bars(`Requests per second at ${connections} connections`, '1/s', names, series);
  }
  const rows = operations.map((operation) => {
    const these = cells.filter((cell) => cell.operation === operation);
    const each = (text: (cell: (typeof cells)[number]) => string): string => these.map(text).join(' / ');
    return [
      titles[operation],
      each(({ rates }) => whole(median(rates.pgbench))),
      each(({ rates }) => whole(median(rates.bare))),
      each(({ rates }) => whole(median(rates.service))),
      each(({ rates }) => withNoise(ratios(rates.service, rates.pgbench))),
      each(({ rates }) => withNoise(ratios(rates.service, rates.bare))),
      each(({ p99 }) => median(p99).toFixed(1)),
    ];
  });
  return [
    '### Compared with pgbench and a bare server',
    `Requests per second at 10 / 50 connections, with ${whole(tickets)} tickets: medians of ${cells[0]?.rates.service.length} alternating rounds. Ratios are medians of the rounds' ratios, with their interquartile range. The load tool used ${median(toolCpu).toFixed(2)} cores.`,
    table(['operation', 'pgbench', 'bare server', 'service', 'of pgbench', 'of the bare server', 'p99, ms'], rows),
    [
      picture('rates-10', 'requests per second at 10 connections'),
      picture('rates-50', 'requests per second at 50 connections'),
    ].join('\n'),
  ];
}

function growth({ growth: section }: Results, charts: Charts): string[] {
  if (!section) return [];
  const { sizes, latencies } = section.found;
  const medians = growthOperations.flatMap((name) => (latencies[name] ? [{ name, values: latencies[name].map(median) }] : []));
  const series = medians.filter(({ name }) => (operations as readonly string[]).includes(name));
  charts['growth'] = lines('Latency of one request at a time', 'ms', 'tickets', sizes, series);
  const rows = medians.map(({ name, values }) => [growthTitles[name], ...values.map((value) => value.toFixed(2))]);
  return [
    '### Growth with the number of tickets',
    table(['median ms over HTTP, one request at a time', ...sizes.map(whole)], rows),
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
    '### Filters and sorts',
    `Milliseconds in the database with ${whole(tickets)} tickets, planning included. A deep page has offset 50,000 for an admin, 1,000 for others.`,
    table(['statements', 'number', 'median', 'p95', 'slowest', 'slowest statement'], rows),
  ];
}

function writes({ writes: section }: Results): string[] {
  if (!section) return [];
  const { tickets, cells } = section.found;
  // Sections that were measured before a variant was added lack it.
  const names = (Object.keys(variants) as Variant[]).filter((name) => cells.every(({ http }) => http[name]));
  const rows = names.map((name) => [
    name,
    ...cells.flatMap(({ database, http }) =>
      [database, http].map((rates) => `${whole(median(rates[name]))} (${ratio(rates[name], rates['as it is']).toFixed(2)})`),
    ),
  ]);
  const head = cells.flatMap(({ connections }) => [`database, ${connections} connections`, `HTTP, ${connections} connections`]);
  return [
    '### Cost of counters and indexes',
    `Takes per second with ${whole(tickets)} tickets; in brackets relative to the first line.`,
    table(['take', ...head], rows),
  ];
}

function notifications({ notifications: section }: Results): string[] {
  if (!section) return [];
  const { tickets, members, cells, sent } = section.found;
  const rows = cells.map(({ connections, told, perSecond }) => [
    String(connections),
    told > 0 ? 'without a pause' : 'none',
    whole(median(perSecond['all off'])),
    whole(median(perSecond['all on'])),
    ratio(perSecond['all on'], perSecond['all off']).toFixed(2),
  ]);
  return [
    '### Cost of notifications',
    `Takes per second with ${whole(tickets)} tickets in a project with ${members} members, who have all channels on or off. Medians of ${cells[0]?.perSecond['all on'].length} alternating rounds. Messages are about other new tickets: more of them than can be sent wait all the time, ${whole(median(sent))} per second are sent, and messenger, mail server and push service share the cores.`,
    table(['connections', 'messages', 'all channels off', 'all channels on', 'ratio'], rows),
  ];
}

function ticketDetails({ 'ticket-details': section }: Results): string[] {
  if (!section) return [];
  const { tickets, cells } = section.found;
  const rows = cells.map(({ role, connections, perSecond: { plain, details, byDue } }) => [
    ...[role, String(connections), whole(median(plain)), whole(median(details)), whole(median(byDue))],
    ...[ratio(plain, details).toFixed(2), ratio(plain, byDue).toFixed(2)],
  ]);
  return [
    '### Cost of covers, counts and deadlines',
    `First pages per second with ${whole(tickets)} tickets, of which each has two photos, each second one a picture of the report, and each open one deadlines. Medians of ${cells[0]?.perSecond.plain.length} alternating rounds; the last columns say how many times the plain list takes.`,
    table(
      ['list of', 'connections', 'GET /tickets', 'GET /ext/tickets', 'sort=due', 'GET /ext/tickets takes', 'sort=due takes'],
      rows,
    ),
  ];
}

function others({ logins, uploads, start, memory }: Results): string[] {
  const rows: string[][] = [];
  const row = (what: string, ...values: string[]): void => void rows.push([what, values.join(', ')]);
  if (logins) {
    const { connections, idle, beside, loginsPerSecond } = logins.found;
    row(`p99 of a client's list at ${connections} connections`, `${median(idle).toFixed(1)} ms`);
    row(
      'the same beside 20 concurrent sign-ins',
      `${median(beside).toFixed(1)} ms`,
      `${median(loginsPerSecond).toFixed(1)} logins per second`,
    );
  }
  if (uploads) {
    const { before, peak, milliseconds } = uploads.found;
    const most = Math.max(...peak.map((at, i) => at - (before[i] ?? 0)));
    row(
      '50 uploads of 2 MB at once',
      `at most ${whole(most)} MiB more`,
      `peak ${whole(Math.max(...peak))} MiB`,
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
      `${whole(atStart)} MiB after the start`,
      `at most ${whole(peak)} MiB under load`,
      `${whole(afterwards)} MiB ten seconds after the load`,
    );
  }
  return rows.length > 0 ? ['### Logins, uploads, start, memory', table(['what', 'measured'], rows)] : [];
}

function instances({ steps: section }: Results): string[] {
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
    '### Several instances on one machine',
    `${whole(tickets)} tickets, ${connections} connections; equal numbers of client lists, worker lists and single tickets. PostgreSQL, nginx and the load tool share the cores.`,
    table(['setup', 'requests per second', 'of one instance', 'p95'], rows),
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
    '### Compared with Request Tracker',
    `Requests per second. Request Tracker ${version.replace(/^Request Tracker /, '')}, ${workers} workers, ${connections} connections, ${whole(tickets)} tickets in each. ${notes}`,
    table(
      ['operation', 'Request Tracker', 'service', 'ratio'],
      [row('list: one page of 20 and the total', list), row('create a ticket', create)],
    ),
  ];
}
