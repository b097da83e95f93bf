import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ApiResponse, TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { bodies, lookUp, type MatrixFixtures } from './fixtures.ts';
import type { Snapshot } from './snapshot.ts';

// Parses the tables and sends their requests. A row is a request and the expected status in each
// column:
//
//   PATCH /tickets/{new}/assign worker {olga} | 200 200 403
//
// The word after the path names a body of fixtures.ts and its argument. `{name}` is an entity or a user
// of the fixtures, `{me}` the caller; `{one,another}` stands for a row of each. A single cell between two bars stands for all
// columns there. A letter after the status is an error message that the specification fixes, a sign after it is the security
// event that the refusal has written.

const literals: Record<string, string> = {
  'account disabled': 'D',
  'account not confirmed': 'C',
  'user has related records': 'R',
  'invalid messenger target': 'M',
};

/** No other refusal writes an event. */
const eventSigns: Record<string, string> = { login_failed: '!', refresh_reused: '!!' };

interface Row {
  request: string;
  /** As the API description writes it: method and path, names of parameters left out. */
  operation: string;
  cells: Record<string, string>;
}

const logo = await realPhoto({ width: 48, height: 16, format: 'png' });

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] satisfies Method[];
const isMethod = (word: string): word is Method => methods.includes(word);

/** The first line names the columns; lines without cells are headings. */
export function rowsOf(table: string): Row[] {
  const [header = '', ...lines] = table.trim().split('\n');
  const groups = groupsOf(header);
  return lines
    .filter((line) => line.includes('|'))
    .flatMap((line) => {
      const values = groupsOf(line);
      const cells = groups.flatMap((names, i) => {
        const group = values[i] ?? [];
        assert(group.length === names.length || group.length === 1, line);
        return names.map((name, at) => [name, group[group.length === 1 ? 0 : at] ?? '']);
      });
      const request = line.slice(0, line.indexOf('|')).trim().replaceAll(/ +/g, ' ');
      return alternatives(request).map((one) => ({
        request: one,
        operation: operationOf(one),
        cells: Object.fromEntries(cells),
      }));
    });
}

/** The words between the bars of a line. */
const groupsOf = (line: string): string[][] =>
  line
    .split('|')
    .slice(1)
    .map((group) => group.trim().split(/ +/));

/** `a/{b,c}` -> `a/{b}`, `a/{c}` */
function alternatives(request: string): string[] {
  const [choice = '', names = ''] = /\{(\w+(?:,\w+)+)\}/.exec(request) ?? [];
  return choice === '' ? [request] : names.split(',').flatMap((name) => alternatives(request.replace(choice, `{${name}}`)));
}

export function operationOf(request: string): string {
  const [method = '', path = ''] = request.split(' ');
  return `${method} ${path.replace(/\?.*/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;
}

/** Looks at what a request did, before it is put back. @returns what is wrong with it */
type Look = (answer: ApiResponse) => Promise<string | undefined>;

/** Every operation of the API, as rows name theirs. */
export function apiOperations(): string[] {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => operationOf(`${method.toUpperCase()} ${path}`)),
  );
}

/** A request of a row by one caller. */
export interface Cell {
  request: string;
  expected: string;
  headers: Record<string, string>;
  /** what `{me}` stands for */
  me: string;
}

const cellsAtOnce = 20;
/** Their limits count by network, which all callers share. */
const countsByNetwork =
  /^\S+ \/(auth\/(?!me|messenger|logout-all)|ext\/(oidc|passkey|portal|calendar|grants\/accept|notifications\/unsubscribe|installation\/opened)\b)/;
/** What writes `export_made`, and nothing else. */
const exported = /^GET \S+(\.(csv|xlsx|pdf)\b|\/data$)/;
/** Whether a cell writes nothing when the expectation is right: a read, or a refusal without an event. */
const writesNothing = ({ request, expected }: Cell): boolean =>
  ((request.startsWith('GET ') && !exported.test(request)) || /^[45]\d\d[A-Z]?$/.test(expected)) &&
  !countsByNetwork.test(request);

/** Sends the requests of rows as one caller after the other, on the same data. */
export class TableRunner {
  readonly #matrix: MatrixFixtures;
  readonly #snapshot: Snapshot;

  constructor(matrix: MatrixFixtures, snapshot: Snapshot) {
    this.#matrix = matrix;
    this.#snapshot = snapshot;
  }

  /** A cell of somebody who has an account, with a fresh token. */
  async cellOf(who: TestUser, request: string, expected = ''): Promise<Cell> {
    const headers = { authorization: `Bearer ${await this.#matrix.fixtures.accessTokenFor(who)}` };
    return { request, expected, headers, me: who.id };
  }

  /** @returns what a row shows to each of its columns, which are people */
  async runRow(request: string, expected: Record<string, string>, look?: Look): Promise<Record<string, string>> {
    const names = Object.keys(expected);
    const people = names.map((name) => lookUp(this.#matrix.people, name));
    const cells = await Promise.all(people.map((who, i) => this.cellOf(who, request, expected[names[i] ?? ''])));
    const seen = await this.runCells(cells, look);
    return Object.fromEntries(names.map((name, i) => [name, seen[i] ?? '']));
  }

  /** Sends cells that write nothing together, and looks once whether they have, and the others one after the other. */
  async runCells(cells: Cell[], look?: Look): Promise<string[]> {
    const seen = new Map<Cell, string>();
    const together = cells.filter(writesNothing);
    for (let i = 0; i < together.length; i += cellsAtOnce) {
      const some = together.slice(i, i + cellsAtOnce);
      const answers = await Promise.all(some.map((cell) => this.#send(cell)));
      const { tables } = await this.#snapshot.restore();
      const changed = tables.length > 0 ? [`and one of ${some.length} changed ${tables.join(' ')}`] : [];
      for (const [n, cell] of some.entries()) {
        const answer = answers[n] as ApiResponse;
        const problem = answer.status >= 400 ? undefined : await look?.(answer);
        seen.set(cell, textOf(answer, '', [problem, ...changed]));
      }
    }
    for (const cell of cells) if (!seen.has(cell)) seen.set(cell, await this.run(cell, look));
    return cells.map((cell) => seen.get(cell) ?? '');
  }

  /** @returns the code, with a letter for a fixed message and a sign for an event; and whatever is wrong beside it */
  async run(cell: Cell, look?: Look): Promise<string> {
    const answer = await this.#send(cell);
    const isRefused = answer.status >= 400;
    const problem = isRefused ? undefined : await look?.(answer);
    const { tables, auditEvents } = await this.#snapshot.restore();
    const isExport = !isRefused && exported.test(cell.request);
    const [event = '', ...furtherEvents] = isRefused || isExport ? auditEvents : [];
    const changed = tables.filter((table) => !(event && table === 'audit_events'));
    const isUnchanged = isRefused || cell.request.startsWith('GET ');
    return textOf(answer, isExport ? '' : (eventSigns[event] ?? event), [
      problem,
      isExport && event !== 'export_made' && 'and wrote no export_made',
      furtherEvents.length > 0 && `and wrote ${furtherEvents.join(' ')}`,
      isUnchanged && changed.length > 0 && `and changed ${changed.join(' ')}`,
    ]);
  }

  #send({ request, headers, me }: Cell): Promise<ApiResponse> {
    const [method = '', path = '', body, ...value] = request.split(' ');
    assert(isMethod(method), request);
    const sent = this.#bodyOf(body, value.join(' '), me);
    return this.#matrix.fixtures.call(undefined, method, this.#fill(path, me), sent.body, { ...sent.headers, ...headers });
  }

  #bodyOf(name: string | undefined, value: string, me: string) {
    if (name === undefined) return { body: undefined, headers: {} };
    if (name === 'problem') return multipartForm([{ field: 'text', bytes: 'No light' }]);
    if (name === 'paper')
      return multipartForm([
        { field: 'title', bytes: 'Paper' },
        { name: 'paper.pdf', bytes: '%PDF-1.7' },
      ]);
    if (name === 'signature')
      return multipartForm([
        { field: 'name', bytes: 'Otto' },
        { name: 'a.png', bytes: photo('png') },
      ]);
    if (name === 'logo') return multipartForm([{ name: 'logo.png', bytes: logo }]);
    if (name === 'photo') return multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    const filled = whole === undefined ? this.#fill(value, me) || undefined : this.#valueOf(whole, me);
    return { body: lookUp(bodies, name)(filled, this.#matrix), headers: {} };
  }

  #fill(text: string, me: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(this.#valueOf(name, me)));
  }

  #valueOf(name: string, me: string): string | number {
    return name === 'me' ? me : lookUp(this.#matrix.ids, name);
  }
}

function textOf({ status, body }: ApiResponse, eventSign: string, complaints: (string | undefined | false)[]): string {
  const isRefused = status >= 400;
  const letter = isRefused ? (literals[body.error] ?? '') : '';
  const wrongBody = isRefused && !isEnvelope(body) && `with the body ${JSON.stringify(body)}`;
  return [`${status}${letter}${eventSign}`, wrongBody, ...complaints].filter((text) => typeof text === 'string').join(' ');
}

/** `{error}`, and for a file the results of its rows. */
function isEnvelope(body: object): boolean {
  const hasOnlyError = Object.keys(body).every((key) => key === 'error' || key === 'rows');
  return 'error' in body && hasOnlyError && typeof body.error === 'string' && body.error !== '';
}
