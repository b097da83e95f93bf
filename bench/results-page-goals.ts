import { type Goal, goalsOf } from './goals.ts';
import { table } from './lib/markdown.ts';
import type { Results } from './results.ts';

// The table of goals in docs/performance.md.

/** Goals for 10 and 50 connections share a row, and so do operations with the same goal for their growth. */
export function goals(embedded: Results, external: Results): string[] {
  const rowOf = ({ what, goal }: Goal): string => {
    const [, , growth] = /^(.*): (latency at .*)$/.exec(what) ?? [];
    return growth ? `${growth}, ${goal}` : what.replace(/, \d+ connections$/, '');
  };
  const externalRows = Object.keys(external).length > 0 ? Map.groupBy(goalsOf(external), rowOf) : undefined;
  const rows = [...Map.groupBy(goalsOf(embedded), rowOf)].map(([row, these]) => [
    joinNames(these.map(({ what }) => what)),
    [...new Set(these.map(({ goal }) => goal))].join(' / '),
    figuresOf(these),
    ...(externalRows ? [figuresOf(externalRows.get(row) ?? [])] : []),
  ]);
  return [
    '## Goals',
    `Figures in bold miss their goal, empty fields were not measured.${externalRows ? ' What does not depend on the server is measured with the embedded one only.' : ''}`,
    table(['operation', 'goal', 'embedded PostgreSQL', ...(externalRows ? ['external PostgreSQL'] : [])], rows),
  ];
}

function figuresOf(goals: Goal[]): string {
  if (goals.every(({ measured }) => measured === undefined)) return '';
  return goals.map(({ measured = '?', reached }) => (reached ? measured : `**${measured}**`)).join(' / ');
}

/** @returns `list, 10 / 50 connections` for `list, 10 connections` and `list, 50 connections`, and so for other names */
function joinNames([first = '', ...others]: string[]): string {
  const [, operation, growth] = /^(.*): (latency at .*)$/.exec(first) ?? [];
  if (growth) return `${growth}: ${[operation, ...others.map((name) => name.split(':')[0])].join(' / ')}`;
  const connections = others.map((name) => ` / ${/(\d+) connections$/.exec(name)?.[1]}`).join('');
  return first.replace(/ connections$/, `${connections} connections`);
}
