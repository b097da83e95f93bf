import { type Expression, parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** What is wrong with the code of a mutant. */
export const kinds = ['condition', 'logic', 'bound', 'await', 'where', 'sort', 'status', 'lock', 'escape', 'call'] as const;
export type Kind = (typeof kinds)[number];

/** A source file with one fault: the text from `start` to `end` is replaced. */
export interface Mutant {
  kind: Kind;
  file: string;
  line: number;
  column: number;
  start: number;
  end: number;
  original: string;
  replacement: string;
}

interface Span {
  start: number;
  end: number;
}

const others: Record<string, [Kind, string]> = {
  '<': ['bound', '<='],
  '<=': ['bound', '<'],
  '>': ['bound', '>='],
  '>=': ['bound', '>'],
  '+': ['bound', '-'],
  '-': ['bound', '+'],
  '===': ['condition', '!=='],
  '!==': ['condition', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
};
/** Functions that make errors of HTTP, with one of another status. */
const otherError: Record<string, string> = {
  badRequest: 'new Error',
  notFound: 'new Error',
  conflict: 'new Error',
  forbidden: 'new Error',
  unauthorized: 'new Error',
};
const locks = ['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'];
const filters = ['where', 'whereRef', 'having', 'filterWhere'];
const escapes = /^(escape|quote|sanitize|encodeURI)/i;
/** Calls that only write to the log or count. */
const ignoredCalls = /\b(log|logger|console|metrics?)\b|\.(inc|observe|unref)$/;

/** Faults in the text of SQL. The whole match is replaced. */
const sqlFaults: { kind: Kind; pattern: RegExp; replace: (match: RegExpMatchArray) => string | undefined }[] = [
  { kind: 'where', pattern: /\n\s+and [^\n]+/g, replace: ([line]) => (isBalanced(line) ? '' : undefined) },
  { kind: 'condition', pattern: /\bis (not )?null\b/g, replace: ([, not]) => (not ? 'is null' : 'is not null') },
  { kind: 'condition', pattern: /\bnot exists \(/g, replace: () => 'exists (' },
  { kind: 'bound', pattern: / (<=|>=|<|>) /g, replace: ([, sign = '']) => ` ${others[sign]?.[1]} ` },
  { kind: 'sort', pattern: /\border by ([\w.]+)( desc\b)?/g, replace: ([, by, desc]) => `order by ${by}${desc ? '' : ' desc'}` },
  { kind: 'lock', pattern: /\s+for (no key )?(update|share)\b( of \w+)?( skip locked| nowait)?/g, replace: () => '' },
];

/** @param source of a file of TypeScript @returns every mutant of it, in the order of their kinds and places */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  /** Starts of literals that are types, or statuses that only the description of the API has. */
  const ignored = new Set<number>();
  const text = ({ start, end }: Span): string => source.slice(start, end);
  const add = (kind: Kind, { start, end }: Span, replacement: string): void => {
    const before = source.slice(0, start).split('\n');
    const place = { line: before.length, column: before.at(-1)?.length ?? 0 };
    mutants.push({ kind, file, ...place, start, end, original: text({ start, end }), replacement });
  };
  const negate = (test: Expression): void => add('condition', test, `!(${text(test)})`);
  const swapOperator = ({ left, operator, right }: { left: Span; operator: string; right: Span }): void => {
    const [kind, other] = others[operator] ?? [];
    if (!kind || !other) return;
    const between = { start: left.end, end: right.start };
    add(kind, between, text(between).replace(operator, other));
  };
  const visitor: VisitorObject = {
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression: swapOperator,
    BinaryExpression: swapOperator,
    AwaitExpression: (node) => add('await', node, text(node.argument)),
    TSLiteralType: ({ literal }) => void ignored.add(literal.start),
    Literal: (node) => {
      if (typeof node.value !== 'number' || ignored.has(node.start)) return;
      const isStatus = Number.isInteger(node.value) && node.value >= 200 && node.value < 600;
      add(isStatus ? 'status' : 'bound', node, `(${node.value} + 1)`);
    },
    ExpressionStatement: ({ expression, start, end }) => {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type !== 'CallExpression' || ignoredCalls.test(text(call.callee))) return;
      add(/lock/i.test(text(call)) ? 'lock' : 'call', { start, end }, ';');
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node;
      if (/^(responses|redirects)$/.test(text(callee))) for (const { start } of given) ignored.add(start);
      if (callee.type === 'Identifier' && otherError[callee.name]) add('status', callee, otherError[callee.name] ?? '');
      if (callee.type === 'Identifier' && escapes.test(callee.name) && given[0]) add('escape', node, text(given[0]));
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const rest = { start: callee.object.end, end: node.end };
      if (filters.includes(name)) add('where', rest, '');
      if (locks.includes(name)) add('lock', rest, '');
      if (name === 'orderBy' && given[0]) {
        const isDescending = given[1] !== undefined && text(given[1]).includes('desc');
        add('sort', rest, `.orderBy(${text(given[0])}, '${isDescending ? 'asc' : 'desc'}')`);
      }
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
  return mutants;
}

function isBalanced(line: string): boolean {
  const count = (sign: string): number => line.split(sign).length;
  return count('(') === count(')') && count('{') === count('}') && !line.includes('`');
}
