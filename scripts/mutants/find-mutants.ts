import { readFileSync } from 'node:fs';
import { type Argument, type Expression, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** What is wrong with the code of a mutant. */
export const kinds = ['condition', 'bound', 'await', 'where', 'sort', 'status', 'lock', 'escape'] as const;
export type Kind = (typeof kinds)[number];

/** A source file with one fault: the text from `start` to `end` is replaced. */
export interface Mutant {
  kind: Kind;
  file: string;
  start: number;
  end: number;
  replacement: string;
}

interface Span {
  start: number;
  end: number;
}

const otherBound: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
/** Status names of tickets and memberships, with one that is taken for it. */
const otherStatus: Record<string, string> = {
  open: 'assigned',
  assigned: 'open',
  in_progress: 'assigned',
  done: 'in_progress',
  rework: 'in_progress',
  confirmed: 'cancelled',
  cancelled: 'confirmed',
  invited: 'active',
  active: 'invited',
};
const locks = ['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'];
const filters = ['where', 'whereRef', 'having', 'filterWhere'];
const escapes = /^(escape|quote|sanitize|encodeURI)/i;

/** Faults in the text of SQL. The whole match is replaced. */
const sqlFaults: { kind: Kind; pattern: RegExp; replace: (match: RegExpMatchArray) => string | undefined }[] = [
  { kind: 'where', pattern: /\n\s+and [^\n]+/g, replace: ([line]) => (isBalanced(line) ? '' : undefined) },
  { kind: 'condition', pattern: /\bis (not )?null\b/g, replace: ([, not]) => (not ? 'is null' : 'is not null') },
  { kind: 'condition', pattern: /\bnot exists \(/g, replace: () => 'exists (' },
  { kind: 'bound', pattern: / (<=|>=|<|>) /g, replace: ([, sign = '']) => ` ${otherBound[sign]} ` },
  { kind: 'sort', pattern: /\border by ([\w.]+)( desc\b)?/g, replace: ([, by, desc]) => `order by ${by}${desc ? '' : ' desc'}` },
  { kind: 'lock', pattern: /\s+for (no key )?(update|share)\b( of \w+)?( skip locked| nowait)?/g, replace: () => '' },
  { kind: 'status', pattern: /'(\w+)'/g, replace: ([, name = '']) => otherStatus[name] && `'${otherStatus[name]}'` },
];

/** @param file of TypeScript @returns every mutant of it, in no particular order */
export function findMutants(file: string): Mutant[] {
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  /** Starts of literals that are types, and of conditions that a larger mutant negates already. */
  const types = new Set<number>();
  const text = ({ start, end }: Span): string => source.slice(start, end);
  const add = (kind: Kind, { start, end }: Span, replacement: string): void => {
    mutants.push({ kind, file, start, end, replacement });
  };
  const negate = (test: Expression): void => add('condition', test, `!(${text(test)})`);

  const visitor: VisitorObject = {
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression: ({ left, operator, right }) => {
      if (operator === '??') return;
      add(
        'condition',
        { start: left.end, end: right.start },
        source.slice(left.end, right.start).replace(operator, operator === '&&' ? '||' : '&&'),
      );
    },
    BinaryExpression: ({ left, operator, right }) => {
      const other = otherBound[operator];
      if (other)
        add('bound', { start: left.end, end: right.start }, source.slice(left.end, right.start).replace(operator, other));
    },
    AwaitExpression: (node) => add('await', node, text(node.argument)),
    TSLiteralType: ({ literal }) => void types.add(literal.start),
    Literal: (node) => {
      const other = typeof node.value === 'string' && !types.has(node.start) ? otherStatus[node.value] : undefined;
      if (other) add('status', node, `'${other}'`);
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node;
      if (callee.type === 'Identifier' && escapes.test(callee.name) && given[0]) add('escape', node, text(given[0]));
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const receiver = text(callee.object);
      if (filters.includes(name)) add('where', node, receiver);
      if (locks.includes(name)) add('lock', node, receiver);
      if (name === 'orderBy') add('sort', node, `${receiver}.orderBy(${turned(given, text)})`);
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (!/^sql\b/.test(text(tag))) return;
      for (const { kind, pattern, replace } of sqlFaults) {
        for (const match of text(quasi).matchAll(pattern)) {
          const start = quasi.start + match.index;
          const replacement = replace(match);
          if (replacement !== undefined) add(kind, { start, end: start + match[0].length }, replacement);
        }
      }
    },
  };
  new Visitor(visitor).visit(program);
  return mutants.filter(({ start, end, replacement }) => source.slice(start, end) !== replacement);
}

function turned([by, direction]: readonly Argument[], text: (span: Span) => string): string {
  const isDescending = direction !== undefined && text(direction).includes('desc');
  return `${by ? text(by) : ''}, '${isDescending ? 'asc' : 'desc'}'`;
}

function isBalanced(line: string): boolean {
  const count = (sign: string): number => line.split(sign).length;
  return count('(') === count(')') && count('{') === count('}') && !line.includes('`');
}

/** @returns the number of the line at an offset of a text */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
