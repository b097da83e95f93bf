import { join } from 'node:path';
import { table, writeGeneratedPart } from '../lib/markdown.ts';
import { median } from '../lib/statistics.ts';
import type { Results } from '../results.ts';
import { type FigureName, pageFigures, slowNetworkFigures, tasks } from './figures.ts';

// Writes the measured part of docs/console.md.

/** Writes `console.md`, once the console was measured. */
export function writeConsolePage(folder: string, { console: section }: Results): void {
  if (!section) return;
  const { measured, quick, machine, found } = section;
  const { cores, processor, memoryGiB } = machine;
  const seconds = (name: FigureName): string => `${(median(found.figures[name]) / 1000).toFixed(2)} s`;
  const rows = tasks.map(({ role, task, tapsBefore, taps, waitBefore, waits }) => [
    role,
    task,
    tapsBefore,
    taps,
    waitBefore,
    waits.map(seconds).join(', '),
  ]);
  const feel = [...pageFigures, ...slowNetworkFigures].map(({ name, what, before, targetMs }) => [
    slowNetworkFigures.some((one) => one.name === name) ? `slow: ${what}` : what,
    targetMs === undefined ? '' : `${targetMs / 1000} s`,
    before,
    seconds(name),
  ]);
  writeGeneratedPart(join(folder, 'console.md'), '# The console\n\n', [
    `${quick ? 'Quick run of' : 'Measured on'} ${measured.slice(0, 10)} with ${cores} cores (${processor}), ${memoryGiB} GiB, Chromium ${found.browserVersion}; medians of ${found.rounds} ${found.rounds === 1 ? 'round' : 'rounds'}.`,
    table(['role', 'task', 'taps before', 'taps now, at most', 'wait before', 'wait now'], rows),
    table(['what opens', 'target', 'before', 'now'], feel),
  ]);
}
