import { join } from 'node:path';
import { table, writeGeneratedPart } from '../lib/markdown.ts';
import { median } from '../lib/statistics.ts';
import type { Results } from '../results.ts';
import { figures } from './figures.ts';

/** Writes the measured part of `console.md`, once the console was measured. */
export function writeConsolePage(folder: string, { console: section }: Results): void {
  if (!section) return;
  const { measured, quick, machine, found } = section;
  const { cores, processor, memoryGiB } = machine;
  const rows = figures.map(({ name, what, before, targetMs }) => [
    what,
    targetMs === undefined ? '' : `${targetMs / 1000} s`,
    before,
    `${(median(found.figures[name]) / 1000).toFixed(2)} s`,
  ]);
  writeGeneratedPart(join(folder, 'console.md'), '# The console\n\n', [
    `${quick ? 'Quick run of' : 'Measured on'} ${measured.slice(0, 10)} with ${cores} cores (${processor}), ${memoryGiB} GiB, Chromium ${found.browserVersion}; medians of ${found.rounds} ${found.rounds === 1 ? 'round' : 'rounds'}.`,
    table(['what is waited for', 'target', 'before', 'now'], rows),
  ]);
}
