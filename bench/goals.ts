import { type Operation, titles } from '../testing/service-statements.ts';
import { type FigureName, slowNetworkFigures } from './console/figures.ts';
import { median, ratios } from './lib/statistics.ts';
import type { Results } from './results.ts';
import type { LookKind } from './sections/filters.ts';
import { type GrowthOperation, growthTitles } from './sections/growth.ts';

/** A line of the table of goals. */
export interface Goal {
  what: string;
  goal: string;
  /** undefined: not measured */
  measured: string | undefined;
  /** what each round found; `measured` is their median */
  rounds: number[];
  reached: boolean;
}

type Bound = { least: number } | { most: number };

const within = (value: number, bound: Bound): boolean => ('least' in bound ? value >= bound.least : value <= bound.most);

function goal(what: string, bound: Bound, unit: string, found: number | number[] = []): Goal {
  const rounds = [found].flat();
  const value = median(rounds);
  const digits = unit === '' || unit === ' times' || unit === ' s' ? 2 : unit === ' MiB' ? 0 : 1;
  const text = (number: number): string => `${number.toFixed(digits)}${unit}`;
  const limit = 'least' in bound ? `at least ${text(bound.least)}` : `at most ${text(bound.most)}`;
  const known = !Number.isNaN(value);
  return { what, goal: limit, measured: known ? text(value) : undefined, rounds, reached: known && within(value, bound) };
}

/** Every goal, in the order of the table, with what the last run of each section found. */
export function goalsOf(results: Results): Goal[] {
  return [
    ...againstTheLimit(results),
    ...againstPeer(results),
    ...growth(results),
    ...inTheDatabase(results),
    ...service(results),
    ...reports(results),
    ...slowNetwork(results),
  ];
}

/** Least shares of pgbench at 10 and 50 connections, and of the bare server. */
const shares: [Operation, number, number, number][] = [
  ['client', 0.35, 0.5, 1.1],
  ['worker', 0.45, 0.7, 1.1],
  ['admin', 0.38, 0.5, 1.1],
  ['ticket', 0.18, 0.35, 1.1],
  ['take', 0.55, 0.9, 0.9],
];

function againstTheLimit({ ratios: section }: Results): Goal[] {
  const of = (operation: Operation, connections: number, other: 'pgbench' | 'bare'): number[] | undefined => {
    const cell = section?.found.cells.find((one) => one.operation === operation && one.connections === connections);
    return cell && ratios(cell.rates.service, cell.rates[other]);
  };
  const cells = shares.flatMap(([operation, at10, at50, ofBare]) => [
    { operation, connections: 10, least: at10, ofBare },
    { operation, connections: 50, least: at50, ofBare },
  ]);
  return [
    ...cells.map(({ operation, connections, least }) =>
      goal(`${titles[operation]}, of pgbench, ${connections} connections`, { least }, '', of(operation, connections, 'pgbench')),
    ),
    ...cells.map(({ operation, connections, ofBare }) =>
      goal(
        `${titles[operation]}, of the bare server, ${connections} connections`,
        { least: ofBare },
        '',
        of(operation, connections, 'bare'),
      ),
    ),
  ];
}

function againstPeer({ peer }: Results): Goal[] {
  const found = peer?.found;
  return [
    goal('list, against Request Tracker', { least: 60 }, ' times', found && ratios(found.list.service, found.list.peer)),
    goal('create, against Request Tracker', { least: 25 }, ' times', found && ratios(found.create.service, found.create.peer)),
  ];
}

function growth({ growth: measured }: Results): Goal[] {
  const { sizes = [], latencies } = measured?.found ?? {};
  const at = (tickets: number, operation: GrowthOperation): number[] | undefined =>
    latencies?.[operation]?.[sizes.indexOf(tickets)];
  const goalAt = (tickets: number, operation: GrowthOperation, most: number): Goal => {
    const [large, small] = [at(tickets, operation), at(100_000, operation)];
    const what = `${growthTitles[operation]}: latency at ${tickets.toLocaleString('en')} against 100,000`;
    return goal(what, { most }, '', large && small && ratios(large, small));
  };
  const everyday = ['client', 'worker', 'admin', 'ticket', 'take', 'create'] as const;
  return [
    ...(['client', 'admin', 'ticket', 'take'] as const).map((operation) => goalAt(1_000_000, operation, 1.2)),
    goalAt(1_000_000, 'worker', 1.5),
    ...everyday.map((operation) => goalAt(10_000_000, operation, 1.3)),
  ];
}

const maxDatabaseMs: [LookKind, number][] = [
  ['any filter with any sort, first page', 5],
  ['exact total with any filter but dates', 5],
  ['offset 50,000, any sort', 10],
];

function inTheDatabase({ filters }: Results): Goal[] {
  return maxDatabaseMs.map(([kind, most]) =>
    goal(`${kind}, in the database`, { most }, ' ms', filters?.found.groups[kind].slowest[0]?.time),
  );
}

function service({ ratios: section, notifications, 'ticket-details': details, logins, uploads, start, memory }: Results): Goal[] {
  const lists = section?.found.cells.filter(
    ({ connections, operation }) => connections === 50 && operation !== 'ticket' && operation !== 'take',
  );
  const seconds = (values: number[] | undefined): number[] | undefined => values?.map((ms) => ms / 1000);
  return [
    goal(
      'list p99 at 50 connections',
      { most: 80 },
      ' ms',
      lists?.map(({ p99 }) => p99).toSorted((a, b) => median(b) - median(a))[0],
    ),
    ...[10, 50].map((connections) => {
      const cell = notifications?.found.cells.find((one) => one.connections === connections && one.told === 0);
      const shares = cell && ratios(cell.perSecond['all on'], cell.perSecond['all off']);
      return goal(`take with all channels of 50 members on, of all off, ${connections} connections`, { least: 0.85 }, '', shares);
    }),
    ...(details?.found.cells ?? []).map(({ role, connections, perSecond }) =>
      goal(
        `list with covers and deadlines, ${role}, ${connections} ${connections === 1 ? 'connection' : 'connections'}, against the plain list`,
        { most: 1.5 },
        ' times',
        ratios(perSecond.plain, perSecond.details),
      ),
    ),
    goal(
      'the same with 20 logins waiting, against idle',
      { most: 2 },
      ' times',
      logins && ratios(logins.found.beside, logins.found.idle),
    ),
    goal(
      '50 parallel uploads of 2 MB, growth of memory',
      { most: 64 },
      ' MiB',
      uploads && Math.max(...uploads.found.peak.map((peak, i) => peak - (uploads.found.before[i] ?? 0))),
    ),
    goal('start to first answer, new data', { most: 3 }, ' s', seconds(start?.found.fresh)),
    goal('start to first answer, existing data', { most: 1.2 }, ' s', seconds(start?.found.existing)),
    goal('memory of the service after the load', { most: 220 }, ' MiB', memory?.found.afterwards),
  ];
}

function reports({ search, exports, writes }: Results): Goal[] {
  const takes = (connections: number): number[] | undefined => {
    const rates = writes?.found.cells.find((cell) => cell.connections === connections)?.http;
    const without = rates?.['without search and numbers'];
    return rates && without && ratios(rates['as it is'], without);
  };
  return [
    ...(search?.found.cells ?? []).flatMap(({ role, plain, searches }) => [
      goal(`p95 of a search, ${role}, against the plain list`, { most: 5 }, ' times', ratios(searches.rare.p95, plain.p95)),
      goal(`p95 of a search, ${role}`, { most: 250 }, ' ms', searches.rare.p95),
    ]),
    ...(search?.found.beside ?? []).map(({ role, alone, withSearches }) =>
      goal(
        `plain lists beside 10 searches per second, ${role}, of those alone`,
        { least: 0.85 },
        '',
        ratios(withSearches, alone),
      ),
    ),
    ...[10, 50].map((connections) =>
      goal(`take, of one without search and numbers, ${connections} connections`, { least: 0.9 }, '', takes(connections)),
    ),
    goal('csv of all tickets, growth of memory', { most: 50 }, ' MiB', exports && exports.found.peak - exports.found.before),
    goal(
      'list p99 beside an export, against alone',
      { most: 2 },
      ' times',
      exports && ratios(exports.found.beside, exports.found.alone),
    ),
  ];
}

function slowNetwork({ console: section }: Results): Goal[] {
  const seconds = (name: FigureName): number[] | undefined => section?.found.figures[name].map((ms) => ms / 1000);
  return slowNetworkFigures.flatMap(({ name, what, targetMs }) =>
    targetMs === undefined ? [] : [goal(`console over a slow network: ${what}`, { most: targetMs / 1000 }, ' s', seconds(name))],
  );
}
