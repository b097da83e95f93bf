import { table, whole } from './lib/markdown.ts';
import { median, ratio } from './lib/statistics.ts';
import type { Results } from './results.ts';

// What docs/performance.md says about searches, exports and a replica.

export function searches({ search: section }: Results): string[] {
  if (!section) return [];
  const { tickets, cells, searchesPerSecond, beside } = section.found;
  const milliseconds = ({ p50, p95 }: { p50: number[]; p95: number[] }): string =>
    `${median(p50).toFixed(1)} / ${median(p95).toFixed(1)}`;
  const rows = cells.map(({ role, plain, searches: { rare, frequent, every } }) => [
    role,
    ...[plain, rare, frequent, every].map(milliseconds),
  ]);
  const rates = beside.map(({ role, alone, withSearches }) => [
    ...[role, whole(median(alone)), whole(median(withSearches)), ratio(withSearches, alone).toFixed(2)],
  ]);
  return [
    '### Search',
    `Median / p95 in milliseconds of a first page with its total, one request at a time, with ${whole(tickets)} tickets. Searches have two words and a filter by status, priority or category. Both words are in one ticket of 200, one of 20, or in every ticket. Medians of ${cells[0]?.plain.p95.length} alternating rounds.`,
    table(['list of', 'GET /tickets', 'one of 200', 'one of 20', 'every ticket'], rows),
    `First pages of \`GET /tickets\` per second at 10 connections, alone and beside ${searchesPerSecond} searches of clients per second.`,
    table(['list of', 'alone', 'beside searches', 'ratio'], rates),
  ];
}

export function exports({ exports: section }: Results): string[] {
  if (!section) return [];
  const { tickets, seconds, bytes, before, peak, connections, alone, beside } = section.found;
  return [
    '### Exports',
    `${whole(tickets)} tickets as csv (${whole(bytes / 1e6)} MB) took ${whole(seconds)} s; the service had ${whole(before)} MiB before and at most ${whole(peak)} MiB meanwhile. p99 of a client's list at ${connections} connections: ${median(alone).toFixed(1)} ms alone, ${median(beside).toFixed(1)} ms beside an export.`,
  ];
}

export function replica({ replica: section }: Results): string[] {
  if (!section?.found) return [];
  const {
    tickets,
    connections,
    exports: exporters,
    alone,
    onPrimary,
    onReplica,
    finished,
    onPrimaryNevertheless,
  } = section.found;
  // Figures that were measured before these statements were counted lack them.
  const nevertheless = onPrimaryNevertheless
    ? `; in those with the replica the primary took ${whole(median(onPrimaryNevertheless))} statements of exports`
    : '';
  const row = (name: string, rates: number[], ended?: number[]): string[] => [
    ...[name, whole(median(rates)), ratio(rates, alone).toFixed(2), ended ? whole(median(ended)) : ''],
  ];
  return [
    '### A replica for heavy reads',
    `First pages of \`GET /tickets\` of clients per second at ${connections} connections, with ${whole(tickets)} tickets, beside ${exporters} clients who export their tickets again and again. Primary, replica, service and load tool share the cores: what a replica on cores of its own brings is not measured. Medians of ${alone.length} alternating rounds${nevertheless}.`,
    table(
      ['exports', 'lists per second', 'of those alone', 'exports ended meanwhile'],
      [
        row('none', alone),
        row('read on the primary', onPrimary, finished.onPrimary),
        row('read on the replica', onReplica, finished.onReplica),
      ],
    ),
  ];
}
