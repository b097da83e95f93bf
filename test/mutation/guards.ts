import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '../../src/db/tables.ts';
import { ticketStatuses, transitions } from '../../src/tickets/lifecycle.ts';
import { named } from './table.ts';

// Finds the guards in the sources and says how each is taken out. What has a form that can be
// recognised is found, so that a new one is tried without anybody thinking of it; the rest stands
// in table.ts.

/** One guard, neutralised by putting `instead` in place of the text from `start` to `end`. */
export interface Mutant {
  file: string;
  line: number;
  kind: 'where' | 'refusal' | 'check' | 'role' | 'transition' | 'named';
  /** what is taken out, for people */
  what: string;
  start: number;
  end: number;
  instead: string;
}

type Cut = Omit<Mutant, 'file' | 'line'>;

const guarded = [
  'src/*/{actions,queries,routes}.ts',
  'src/tickets/*.ts',
  'src/visibility.ts',
  'src/http/access.ts',
  'src/jobs/*.ts',
  'src/messenger/{answer-limits,bots,lease,pollers,updates,messages,transport}.ts',
  'src/mail/templates.ts',
  'src/outbox/deliver.ts',
  'src/live/event-stream.ts',
];

export function findGuards(root: string): Mutant[] {
  const files = [...new Set(globSync(guarded, { cwd: root }))].sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const cuts = [...conditions(text), ...refusals(text), ...checks(text), ...routeRoles(text), ...namedIn(file, text)];
    if (file === 'src/tickets/lifecycle.ts') cuts.push(...lifecycle(text));
    return cuts.map((cut) => {
      const before = text.slice(0, cut.start);
      return { file, line: before.split('\n').length, ...cut, what: `${placeIn(before)}: ${cut.what}` };
    });
  });
}

/** Names that outlive a change of lines: the function, and the statement where it has several. */
function placeIn(before: string): string {
  const [, name = ''] =
    before
      .match(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)
      ?.at(-1)
      ?.match(/(\w+)$/) ?? [];
  return name;
}

/** Every `.where(...)`: taken out of the statement. */
function conditions(text: string): Cut[] {
  return [...text.matchAll(/\.where(Ref)?\(/g)].map(({ index, 0: found }) => {
    const end = closing(text, index + found.length - 1) + 1;
    const [, verb = '', table = ''] =
      text
        .slice(0, index)
        .match(/(selectFrom|updateTable|deleteFrom)\('\w+/g)
        ?.at(-1)
        ?.match(/^([a-z]+)\w+\('(\w+)/) ?? [];
    const what = `${verb} ${table} ${oneLine(text.slice(index, end))}`;
    return { kind: 'where', what, start: index, end, instead: '' };
  });
}

/** Every condition under which something is refused: each of its alternatives never holds. */
function refusals(text: string): Cut[] {
  const cuts: Cut[] = [];
  for (const { index, 0: found } of text.matchAll(/^ *(?:case '\w+':\n *)?if \(/gm)) {
    const start = index + found.length;
    const end = closing(text, start - 1);
    if (
      !/^\)(\s*throw (?!new Error)|\s*return (undefined;|notFound|conflict|forbidden|badRequest|unauthorized))/.test(
        text.slice(end, end + 40),
      )
    )
      continue;
    for (const [from, to] of alternatives(text, start, end)) {
      cuts.push({ kind: 'refusal', what: `if (${oneLine(text.slice(from, to))})`, start: from, end: to, instead: 'false' });
    }
  }
  for (const { index, 0: found } of text.matchAll(/return [^;\n]* \? undefined : (forbidden|badRequest|conflict)\([^\n]*;/g)) {
    cuts.push({ kind: 'refusal', what: found, start: index, end: index + found.length, instead: 'return undefined;' });
  }
  return cuts;
}

/** Every call of a function that only checks or locks: not made. */
function checks(text: string): Cut[] {
  return [...text.matchAll(/^ *(?:await )?(?:require|lock)[A-Z]\w*\(/gm)].map(({ index, 0: found }) => {
    const end = closing(text, index + found.length - 1) + 1;
    return { kind: 'check', what: oneLine(text.slice(index, end)), start: index, end, instead: '' };
  });
}

/** The roles of every route: each one that is not named is let in. */
function routeRoles(text: string): Cut[] {
  return [...text.matchAll(/(roles(?: =|:)) \[([^\]]*)\]/g)].flatMap(({ index, 0: found, 1: key = '', 2: named = '' }) =>
    roles
      .filter((role) => !named.includes(`'${role}'`))
      .map((role): Cut => {
        const what = `${found} and '${role}' (${routeBefore(text, index)})`;
        return { kind: 'role', what, start: index, end: index + found.length, instead: `${key} [${named}, '${role}']` };
      }),
  );
}

const routeBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .match(/app\.(\w+)\(\s*['`]([^'`]*)['`]/g)
    ?.at(-1)
    ?.replaceAll(/app\.|\(|\s|['`]/g, ' ')
    .trim() ?? '';

/**
 * Every row of the lifecycle table: gone, legal in one more status, and for one more standing of
 * the same role (another role is refused at the route).
 */
function lifecycle(text: string): Cut[] {
  const rows = [...text.matchAll(/^ {2}\{ from: (.*?), op: '(\w+)', by: (\[.*?\]),.*\},$/gm)];
  if (rows.length !== transitions.length) throw new Error('the rows of the lifecycle table are not recognised');
  return rows.flatMap(({ index, 0: row, 1: from = '', 2: op = '', 3: by = '' }, i) => {
    const change = (what: string, instead: string): Cut => ({
      kind: 'transition',
      what: `${op}: ${what}`,
      start: index,
      end: index + row.length,
      instead,
    });
    const others = ticketStatuses.filter((status) => !transitions[i]?.from.includes(status));
    const sibling = ({ member: 'assignee', assignee: 'member' } as Record<string, string>)[transitions[i]?.by[0] ?? ''];
    return [
      change('no such row', ''),
      ...others.map((status) => change(`from ${status} too`, row.replace(from, `[...${from}, '${status}']`))),
      ...(sibling ? [change(`by any ${sibling}`, row.replace(by, `['${sibling}']`))] : []),
    ];
  });
}

function namedIn(file: string, text: string): Cut[] {
  return named
    .filter((entry) => entry.file === file)
    .map(({ guard, instead }) => {
      const start = text.indexOf(guard);
      if (start < 0 || text.includes(guard, start + 1)) throw new Error(`${file} does not have this exactly once: ${guard}`);
      return { kind: 'named', what: `${oneLine(guard)}  =>  ${oneLine(instead)}`, start, end: start + guard.length, instead };
    });
}

/** The operands of the outermost `||` between two positions. */
function alternatives(text: string, start: number, end: number): [number, number][] {
  const spans: [number, number][] = [];
  let from = start;
  for (let i = start; i < end; i++) {
    if (text[i] === '(') i = closing(text, i);
    else if (text.startsWith(' || ', i)) {
      spans.push([from, i]);
      from = i + 4;
    }
  }
  return [...spans, [from, end]];
}

/** Where the parenthesis at a position closes; those in strings do not count. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i;
    else if ('\'"`'.includes(char)) i = text.indexOf(char, i + 1);
  }
  throw new Error(`no end of ${text.slice(open, open + 60)}`);
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
