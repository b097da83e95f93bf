import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import readExcelFile from 'read-excel-file/node';
import type { Sheet } from '../src/product/reporting/exports/columns.ts';
import { csvStream } from '../src/product/reporting/exports/csv.ts';
import { headings } from '../src/product/reporting/exports/headings.ts';
import { limitedStream, type StreamLimits } from '../src/product/reporting/exports/limited-stream.ts';
import { LocalTime } from '../src/product/reporting/exports/local-time.ts';
import { xlsxStream } from '../src/product/reporting/exports/xlsx.ts';
import { categories, priorities } from '../src/product/tickets/tables.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { createTicketWithAdditions } from '../testing/ticket-additions.ts';
import { waitFor } from '../testing/wait.ts';

// GET /ext/tickets.csv and GET /ext/tickets.xlsx: the list of a caller as a file.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, ivan, oleg } = fixtures;
const people = [root, anna, boris, wanda, ivan, oleg];

async function download(who: TestUser, extension: string, query = ''): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` };
  const answer = await fixtures.app.inject({ method: 'GET', url: `/ext/tickets.${extension}?${query}`, headers });
  assert.equal(answer.statusCode, 200, answer.payload);
  return answer.rawPayload;
}

/** Reads RFC 4180, with commas or semicolons. */
function parseCsv(text: string, separator = ','): string[][] {
  const cell = new RegExp(`^(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(?:${separator}|\\r\\n)`);
  const rows: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const [all, quoted, plain = ''] = cell.exec(rest) ?? assert.fail(`no cell: ${rest}`);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (all.endsWith('\r\n')) rows.push([]);
    rest = rest.slice(all.length);
  }
  assert.deepEqual(rows.pop(), [], 'the last line has an end');
  return rows;
}

/** The rows of a CSV file by the names of its columns. */
async function csvRows(who: TestUser, query = ''): Promise<Record<string, string>[]> {
  const text = (await download(who, 'csv', query)).toString();
  assert.equal(text[0], '\uFEFF');
  const [head = [], ...rows] = parseCsv(text.slice(1), /language=(de|pl)/.test(query) ? ';' : ',');
  return rows.map((row) => {
    assert.equal(row.length, head.length);
    return Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']));
  });
}

async function xlsxRows(who: TestUser, query = ''): Promise<Record<string, unknown>[]> {
  const sheets = await readExcelFile(await download(who, 'xlsx', query));
  assert.equal(sheets.length, 1);
  const [head = [], ...rows] = sheets[0]?.data ?? [];
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [String(name), row[index]])));
}

/** All ids that pages of the list give. */
async function listedIds(who: TestUser, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { status, body } = await fixtures.call(who, 'GET', `/ext/tickets?${query}&limit=7&offset=${ids.length}`);
    assert.equal(status, 200, JSON.stringify(body));
    ids.push(...body.items.map(({ id }: { id: number }) => id));
    if (body.items.length === 0) return ids;
  }
}

const nasty = '=1+1; "zitiert", <b>&amp;</b>\r\nzweite Zeile _x0041_ Ärger 配管 \u{1F6B0}';

describe('the columns of an export', () => {
  let id = 0;
  before(async () => {
    id = await createTicketWithAdditions(fixtures);
  });

  it('has the values of GET /ext/tickets in CSV', async () => {
    const [item] = (await fixtures.call(anna, 'GET', `/ext/tickets?ids=${id}`)).body.items;
    const [row] = await csvRows(anna, `ids=${id}&timezone=Europe/Berlin`);
    const berlin = (time: string | undefined) =>
      time ? time.replace('Z', '+01:00').replace(/T(\d\d)/, (_, h) => `T0${Number(h) + 1}`) : '';
    assert.equal(berlin('2026-03-01T08:00:00.000Z'), '2026-03-01T09:00:00.000+01:00');
    assert.equal(item.created_at, '2026-03-01T08:00:00.000Z');
    assert.deepEqual(row, {
      id: String(id),
      status: 'assigned',
      category: 'electric',
      priority: 'normal',
      description: item.description,
      project: item.project_name,
      object: item.object_name,
      address: item.address,
      floor: '2',
      client: 'anna',
      worker: 'wanda',
      created_at: '2026-03-01T09:00:00.000+01:00',
      assigned_at: berlin(item.assigned_at),
      started_at: '',
      done_at: '',
      confirmed_at: '',
      closed_at: '',
      rework_count: '0',
      reject_reason: '',
      cancel_reason: '',
      updated_at: berlin(item.updated_at),
      photos: '0',
      attachments: '1',
      comments: '1',
      take_by: '2026-03-01T10:00:00.000+01:00',
      finish_by: '2026-03-01T17:00:00.000+01:00',
      take_state: item.deadline.take_state,
      finish_state: item.deadline.finish_state,
      project_id: String(item.project_id),
      object_id: String(item.object_id),
      client_id: item.client_id,
      worker_id: item.worker_id,
      tags: 'warranty',
      hold_reason: 'part',
      hold_until: '',
      appointment_from: '2026-03-02T09:00:00.000+01:00',
      appointment_to: '2026-03-02T11:00:00.000+01:00',
      cost_currency: 'EUR',
      cost_total: '90.00',
      cost_quoted: '67.50',
      cost_approved: '',
      over_limit: 'false',
      checklist_items: '1',
      checklist_open_required: '0',
      checklist_failed: '0',
      reference: '',
    });
    assert.deepEqual(
      Object.keys(row ?? {}).slice(28),
      [
        ...['project_id', 'object_id', 'client_id', 'worker_id', 'tags', 'hold_reason', 'hold_until'],
        ...[
          'appointment_from',
          'appointment_to',
          'cost_currency',
          'cost_total',
          'cost_quoted',
          'cost_approved',
          'over_limit',
          'checklist_items',
          'checklist_open_required',
          'checklist_failed',
          'reference',
        ],
      ],
      'new columns are last, so that no column moves',
    );
  });

  it('has numbers and dates of the local time in a workbook', async () => {
    const [row] = await xlsxRows(anna, `ids=${id}&timezone=Europe/Berlin`);
    assert.equal(row?.id, id);
    assert.equal(row?.comments, 1);
    assert.equal(row?.description, 'The lamp is dark');
    // The reader takes the local time of the cell for UTC.
    assert.deepEqual(row?.created_at, new Date('2026-03-01T09:00:00.000Z'));
    assert.deepEqual(row?.take_by, new Date('2026-03-01T10:00:00.000Z'));
    assert.equal(row?.closed_at, null);
    assert.deepEqual([row?.cost_total, row?.cost_quoted, row?.cost_approved], [90, 67.5, null]);
  });

  it('is named by the local date, and says what it is', async () => {
    for (const [extension, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ]) {
      const { headers } = await fixtures.call(anna, 'GET', `/ext/tickets.${extension}?ids=1&timezone=Pacific/Pago_Pago`);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-disposition'], `attachment; filename="tickets-2026-02-28.${extension}"`);
      assert.equal(headers['cache-control'], 'no-store');
    }
  });
});

describe('texts in an export', () => {
  it('come back as they were, and formulas are made harmless', async () => {
    const ids: number[] = [];
    const texts = [
      nasty,
      '+49 221 wrong number',
      '-1 is the floor',
      '@SUM(A1)',
      "'quoted already",
      'a plain = text',
      'x'.repeat(2000),
    ];
    for (const description of texts) ids.push(await fixtures.createTicket({ description }));
    const stored = (await fixtures.call(anna, 'GET', `/ext/tickets?ids=${ids}&sort=id&order=asc`)).body.items;
    const expected = stored.map(({ description }: { description: string }) =>
      /^[=+\-@]/.test(description) ? `'${description}` : description,
    );
    const csv = await csvRows(anna, `ids=${ids}&sort=id&order=asc`);
    assert.deepEqual(
      csv.map(({ description }) => description),
      expected,
    );
    const workbook = await xlsxRows(anna, `ids=${ids}&sort=id&order=asc`);
    assert.deepEqual(
      workbook.map(({ description }) => String(description).replaceAll('_x005F_', '_')),
      stored.map(({ description }: { description: string }) => description),
      'a text cell of a workbook is no formula',
    );
  });

  it('have a line break in a workbook where Word wrote a vertical tab', async () => {
    const id = await fixtures.createTicket({ description: 'Line one\vline two\fline three', floor: '-1' });
    const [row] = await xlsxRows(anna, `ids=${id}`);
    assert.deepEqual([row?.description, row?.floor], ['Line one\nline two\nline three', '-1']);
  });

  it('have no formula in CSV where a spreadsheet splits lines at semicolons either', async () => {
    const texts: [text: string, cell: string][] = [
      ['sum;=1+1', "sum;'=1+1"],
      ['＝1+1;＋1', "'＝1+1;'＋1"],
      ['first\n-2+3\r\n+4', "first\n'-2+3\r\n'+4"],
      ['quoted;"=1+1"', `quoted;"'=1+1"`],
      ['tab\t@SUM(A1)', "tab\t'@SUM(A1)"],
      ['a - b; c = d; "e"', 'a - b; c = d; "e"'],
    ];
    const ids: number[] = [];
    for (const [description] of texts) ids.push(await fixtures.createTicket({ description }));
    const rows = await csvRows(anna, `ids=${ids}&sort=id&order=asc`);
    assert.deepEqual(
      rows.map(({ description }) => description),
      texts.map(([, cell]) => cell),
    );
  });

  it('lose control characters that XML cannot have', async () => {
    const id = await fixtures.createTicket({ description: 'The lamp is dark' });
    await fixtures.transaction((tx) => sql`update tickets set floor = ${'\tA\u0001B\u001F'} where id = ${id}`.execute(tx));
    assert.equal((await xlsxRows(anna, `ids=${id}`))[0]?.floor, 'AB', 'the reader leaves out white space at the ends');
    assert.equal((await csvRows(anna, `ids=${id}`))[0]?.floor, "'\tA\u0001B\u001F");
  });
});

describe('a workbook of more rows than a sheet can have', () => {
  it('goes on in further sheets', async () => {
    for (const [count, expected] of [
      [0, [0]],
      [4, [4]],
      [5, [4, 1]],
      [11, [4, 4, 3]],
    ] as const) {
      const tickets = (async function* () {
        for (let id = 1; id <= count; id += 3)
          yield [id, id + 1, id + 2].filter((one) => one <= count).map((one) => ({ id: one }));
      })();
      const columns = [{ name: 'id', property: 'id', kind: 'number' as const }];
      const sheets = await readExcelFile(await buffer(xlsxStream({ columns, localTime: new LocalTime('UTC'), tickets }, 5)));
      assert.deepEqual(
        sheets.map(({ data }) => data.length - 1),
        expected,
      );
      const ids = sheets.flatMap(({ data }) => data.slice(1).flat());
      assert.deepEqual(
        ids,
        Array.from({ length: count }, (_, index) => index + 1),
      );
    }
  });
});

describe('an export whose client takes nothing', () => {
  const limits = { maxStallMs: 60_000, maxDurationMs: 60_000, minBatches: 1_000_000, windowMs: 60_000 };

  it('is ended, in both formats, and reads no further rows', () =>
    endsExport({ ...limits, maxStallMs: 50 }, false, /the client takes nothing/));

  it('is ended sooner while others wait', () => endsExport({ ...limits, windowMs: 50 }, true, /others wait/));

  async function endsExport(limits: StreamLimits, isWanted: boolean, expected: RegExp): Promise<void> {
    const sheet = { columns: [{ name: 'id', property: 'id', kind: 'number' as const }], localTime: new LocalTime('UTC') };
    for (const writeSheet of [csvStream, (rows: Sheet) => xlsxStream(rows)]) {
      let isRead = true;
      const tickets = (async function* (): AsyncGenerator<{ id: number }[], void> {
        try {
          // Random numbers, which compression does not make smaller than the buffers.
          for (;;) yield Array.from({ length: 1_000 }, () => ({ id: Math.random() }));
        } finally {
          isRead = false;
        }
      })();
      const write = (rows: AsyncIterable<{ id: number }[]>) => writeSheet({ ...sheet, tickets: rows });
      const stream = limitedStream(write, tickets, limits, () => isWanted);
      stream.on('readable', () => {}); // fills its buffers
      await assert.rejects(finished(stream), expected);
      await tickets.return();
      assert.equal(isRead, false);
    }
  }
});

describe('the language of an export', () => {
  it('is in the headings and words of both formats, and without one they are those of the API', async () => {
    const id = await fixtures.createTicket({ category: 'elevator', priority: 'high' });
    const [row] = await csvRows(anna, `ids=${id}`);
    assert.deepEqual([row?.['status'], row?.['category'], row?.['priority']], ['new', 'elevator', 'high']);
    for (const rows of [csvRows, xlsxRows]) {
      const [german] = await rows(anna, `ids=${id}&language=de`);
      assert.deepEqual([german?.['Status'], german?.['Kategorie'], german?.['Priorität']], ['Neu', 'Aufzug', 'Hoch']);
      assert.equal(String(german?.['Nr.']), String(id));
    }
    const [english] = await csvRows(anna, `ids=${id}&timezone=Europe/Berlin&language=en`);
    assert.match(english?.['Created'] ?? '', /^2026-03-01T\d\d:\d\d:\d\d\+01:00$/, 'no milliseconds for people');
  });

  it('goes with the time zone in the headings of times of a workbook, which programs do not get', async () => {
    const [row] = await xlsxRows(anna, 'timezone=Europe/Berlin&language=de');
    assert(row?.['Erstellt (Europe/Berlin)'] instanceof Date);
    assert((await xlsxRows(anna, 'timezone=Europe/Berlin'))[0]?.['created_at'] instanceof Date);
  });

  it('decides the separator of CSV, and quotes texts with it', async () => {
    const id = await fixtures.createTicket({ description: 'a,=1+1;b' });
    const [line] = (await download(anna, 'csv', `ids=${id}&language=pl`)).toString().split('\r\n').slice(1);
    assert.match(line ?? '', new RegExp(`^${id};Nowe;.*;"a,'=1\\+1;b";`), 'no formula where lines are split at commas');
    assert.equal((await csvRows(anna, `ids=${id}&language=de`))[0]?.['Beschreibung'], "a,'=1+1;b");
    assert.equal((await csvRows(anna, `ids=${id}&language=en`))[0]?.['Description'], 'a,=1+1;b');
  });

  it('names every column in each language, and leaves out the ids', async () => {
    const names = Object.keys((await csvRows(anna))[0] ?? {}).filter((name) => !name.endsWith('_id'));
    assert(names.length > 20);
    for (const texts of Object.values(headings)) assert.deepEqual(Object.keys(texts).sort(), names.toSorted());
    assert.deepEqual(Object.keys((await csvRows(anna, 'language=en'))[0] ?? {}).length, names.length);
  });

  it('is one that the service has', async () => {
    assert.equal((await fixtures.call(anna, 'GET', '/ext/tickets.csv?language=fr')).status, 400);
  });
});

describe('time zones of an export', () => {
  it('follow daylight saving time', async () => {
    const ids: number[] = [];
    for (const at of ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      fixtures.now = new Date(at);
      ids.push(await fixtures.createTicket());
    }
    const timesIn = async (timezone: string) =>
      (await csvRows(anna, `ids=${ids}&sort=id&order=asc&timezone=${timezone}`)).map(({ created_at }) => created_at);
    assert.deepEqual(await timesIn('Europe/Berlin'), [
      '2026-03-29T01:59:59.999+01:00',
      '2026-03-29T03:00:00.000+02:00',
      '2026-10-25T02:30:00.000+02:00',
      '2026-10-25T02:30:00.000+01:00',
    ]);
    assert.equal((await timesIn('Asia/Kathmandu'))[1], '2026-03-29T06:45:00.000+05:45');
    assert.equal((await timesIn('America/St_Johns'))[2], '2026-10-24T22:00:00.000-02:30');
    assert.equal((await timesIn('UTC'))[1], '2026-03-29T01:00:00.000+00:00');
  });

  it('are refused unless they are names of the IANA database', async () => {
    for (const timezone of ['Mars/Olympus', '%2B02:00', '2026-01-01T00:00Z[UTC]', 'Europe/../Berlin']) {
      const { status, body, headers } = await fixtures.call(anna, 'GET', `/ext/tickets.csv?timezone=${timezone}`);
      assert.deepEqual([status, Object.keys(body), headers['content-disposition']], [400, ['error'], undefined], timezone);
    }
  });
});

describe('the rows of an export', () => {
  before(async () => {
    await fixtures.addMember(fixtures.tower, oleg, 'active');
    for (const status of ['in_progress', 'done', 'rejected', 'closed']) await fixtures.createTicketWithStatus(status);
    for (let i = 0; i < 5; i++) {
      const fields = { category: categories[i], priority: priorities[i % 3] };
      await fixtures.createTicket(fields);
      await fixtures.createTicket(fields, boris, fixtures.gate);
    }
  });

  const maybe = (name: string, values: readonly (string | number)[]) =>
    fc.option(
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((some) => `${name}=${some}`),
      { nil: '', freq: 2 },
    );
  const query = fc
    .tuple(
      fc.option(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }).map((some) => `ids=${some}`),
        { nil: '', freq: 2 },
      ),
      maybe('status', ['new', 'assigned', 'in_progress', 'done', 'confirmed', 'rejected', 'closed']),
      maybe('category', categories),
      maybe('priority', priorities),
      maybe('project_id', [fixtures.tower, fixtures.yard, 999_999]),
      maybe('worker_id', [wanda.id, oleg.id]),
      maybe('client_id', [anna.id, boris.id]),
      fc.constantFrom('', 'overdue=true', 'overdue=false', 'handed_back=true', 'handed_back=false'),
      fc.constantFrom('', 'sort=id', 'sort=priority', 'sort=due', 'sort=created_at'),
      fc.constantFrom('', 'order=asc', 'order=desc'),
    )
    .map((parts) => parts.filter(Boolean).join('&'));

  it('are those of all pages of GET /ext/tickets, in its order, for each role', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...people), query, async (who, filters) => {
        const exported = (await csvRows(who, filters)).map(({ id }) => Number(id));
        assert.deepEqual(exported, await listedIds(who, filters), `${who.name}: ${filters}`);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same in a workbook', async () => {
    for (const who of people) {
      const exported = (await xlsxRows(who, 'sort=priority')).map(({ id }) => id);
      assert.deepEqual(exported, await listedIds(who, 'sort=priority'), who.name);
    }
  });

  it('are those of created_in in days of the time zone, which move with the calendar', async () => {
    const before = fixtures.now;
    fixtures.now = new Date('2026-11-01T23:30:00Z');
    const id = await fixtures.createTicket();
    const listed = async (filters: string): Promise<boolean> => (await listedIds(anna, filters)).includes(id);
    assert(await listed('created_in=today&timezone=Europe/Berlin'));
    fixtures.now = new Date('2026-11-02T12:00:00Z');
    assert(await listed('created_in=today&timezone=Europe/Berlin'), 'the second of November in Berlin');
    assert(!(await listed('created_in=today')), 'the first of November in UTC');
    assert(await listed('created_in=last_7_days'));
    assert(!(await listed('created_in=last_month')));
    fixtures.now = new Date('2026-12-01T12:00:00Z');
    assert(await listed('created_in=last_month'));
    assert(!(await listed('created_in=last_7_days')));
    assert(!(await listed('closed_in=last_month')));
    assert.deepEqual(
      (await csvRows(anna, 'created_in=last_month')).map((row) => row['id']),
      (await listedIds(anna, 'created_in=last_month')).map(String),
    );
    fixtures.now = before;
  });

  it('are those of worker_disabled and rework_count_from, as in GET /ext/tickets', async () => {
    const worker = await fixtures.createUser('stranded', 'worker');
    await fixtures.addMember(fixtures.tower, worker, 'active');
    const id = await fixtures.createTicket();
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id })).status, 200);
    assert(!(await listedIds(fixtures.root, 'worker_disabled=true')).includes(id));
    await fixtures.call(fixtures.root, 'PATCH', `/users/${worker.id}`, { is_active: false });
    assert.deepEqual(await listedIds(fixtures.root, 'worker_disabled=true'), [id]);
    assert(!(await listedIds(fixtures.root, 'worker_disabled=false')).includes(id));
    await fixtures.transaction((tx) => sql`update tickets set rework_count = 2 where id = ${id}`.execute(tx));
    assert((await listedIds(fixtures.root, 'rework_count_from=2')).includes(id));
    assert(!(await listedIds(fixtures.root, 'rework_count_from=3')).includes(id));
  });

  it('cannot be paged', async () => {
    const all = await listedIds(anna, '');
    assert.equal((await csvRows(anna, 'limit=1&offset=1')).length, all.length);
  });
});

describe('an export of many rows', () => {
  let base = '';
  before(async () => {
    const insert = sql`with made as (insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at)
      select 'other', 'normal', (select string_agg(md5(concat(n, i)), '') from generate_series(1, 30) as i), 'Somewhere 1', ${fixtures.yard}, ${fixtures.gate}, ${boris.id}, now()
      from generate_series(1, 20500) as n returning id)
      insert into ticket_events (ticket_id, action, to_status, actor_name, created_at)
      select id, 'created', 'new', 'boris', now() from made`;
    await fixtures.transaction((tx) => insert.execute(tx));
    await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
    const address = fixtures.app.server.address();
    assert(address !== null && typeof address === 'object');
    base = `http://127.0.0.1:${address.port}`;
  });

  // The invariants would calculate the search documents of all of them again.
  after(() => fixtures.transaction((tx) => sql`delete from tickets where address = 'Somewhere 1'`.execute(tx)));

  /** Opens an export of which nothing is read. */
  async function open(who: TestUser, extension = 'csv') {
    const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` };
    const outgoing = request(`${base}/ext/tickets.${extension}`, { headers, agent: false });
    outgoing.on('error', () => {});
    outgoing.end();
    const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once('response', resolve));
    return { outgoing, incoming };
  }
  const cursors = sql`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`;
  const count = async (what: typeof cursors): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${what}`.execute(fixtures.db.read);
    return rows[0]?.n ?? 0;
  };
  const closed = async (): Promise<boolean> => (await count(cursors)) === 0;
  /** Of exports that nobody reads: all buffers are full. */
  const waiting = sql`${cursors} and state_change < clock_timestamp() - interval '0.5 seconds'`;
  const waits = async (): Promise<boolean> => (await count(waiting)) === 1;

  it('has all rows over several batches, in both formats', async () => {
    const ids = (await csvRows(boris, 'sort=id')).map(({ id }) => Number(id));
    assert.equal(ids.length, new Set(ids).size);
    const { total } = (await fixtures.call(boris, 'GET', '/tickets')).body;
    assert(total > 20_500);
    assert.equal(ids.length, total);
    assert.deepEqual(
      (await xlsxRows(boris, 'sort=id')).map(({ id }) => id),
      ids,
    );
  });

  it('waits for a client that does not read, and stops when it goes away, which the audit log tells', async () => {
    fixtures.now = new Date('2027-01-01T12:00:00Z'); // later than the other exports, of which the audit log has the newest first
    for (const extension of ['csv', 'xlsx']) {
      const { outgoing, incoming } = await open(boris, extension);
      assert.equal(incoming.statusCode, 200);
      await waitFor(waits);
      outgoing.destroy();
      await waitFor(closed);
      const recorded = await waitFor(async () => {
        const { body } = await fixtures.call(root, 'GET', '/ext/audit?event=export_made&limit=1');
        const [{ detail }] = body.items;
        return detail.format === extension && !detail.complete ? detail : undefined;
      });
      assert(recorded.rows > 0);
    }
  });

  it('is refused with 429 beyond two of an account, and waits beyond two of a tenant and four of all', async () => {
    const worker = await fixtures.createUser('worker of boris', 'worker', { created_by: boris.id });
    const running = [await open(boris), await open(boris)];
    const third = await fixtures.call(boris, 'GET', '/ext/tickets.csv');
    assert.equal(third.status, 429);
    assert.deepEqual(Object.keys(third.body), ['error']);
    assert.ok(Number(third.headers['retry-after']) > 0);
    let isAnswered = false;
    const ofWorker = fixtures.call(worker, 'GET', '/ext/tickets.csv').finally(() => (isAnswered = true));
    assert.equal((await fixtures.call(anna, 'GET', '/ext/tickets.csv')).status, 200, 'another tenant does not wait');
    running.push(await open(root), await open(root));
    const ofAnna = fixtures.call(anna, 'GET', '/ext/tickets.xlsx');
    assert.equal(isAnswered, false);
    running[2]?.outgoing.destroy();
    assert.equal((await ofAnna).status, 200);
    running[0]?.outgoing.destroy();
    assert.equal((await ofWorker).status, 200);
    for (const { outgoing } of running) outgoing.destroy();
    await waitFor(closed);
  });

  it('does not look complete when the database fails in the middle', async () => {
    for (const extension of ['csv', 'xlsx']) {
      const { incoming } = await open(boris, extension);
      await waitFor(waits);
      await sql`select pg_terminate_backend(pid) from ${waiting}`.execute(fixtures.db.read);
      await assert.rejects(buffer(incoming), /aborted/);
      await waitFor(closed);
    }
  });

  it('ends soon after the account was disabled', async () => {
    for (const extension of ['csv', 'xlsx']) {
      const { incoming } = await open(boris, extension);
      await waitFor(waits);
      const disabled = await fixtures.call(root, 'PATCH', `/users/${boris.id}`, { is_active: false });
      assert.equal(disabled.status, 200);
      const now = performance.now.bind(performance);
      mock.method(performance, 'now', () => now() + 1_001);
      try {
        await assert.rejects(buffer(incoming), /aborted/);
        await waitFor(closed);
      } finally {
        mock.restoreAll();
        await fixtures.call(root, 'PATCH', `/users/${boris.id}`, { is_active: true });
      }
    }
  });

  it('does not end the process when the client goes away after the connection to the database was lost', async () => {
    const rejections: unknown[] = [];
    const record = (reason: unknown): number => rejections.push(reason);
    process.on('unhandledRejection', record);
    try {
      for (const extension of ['csv', 'xlsx']) {
        const { outgoing } = await open(boris, extension);
        await waitFor(waits);
        await sql`select pg_terminate_backend(pid) from ${waiting}`.execute(fixtures.db.read);
        await waitFor(closed);
        outgoing.destroy();
        await waitFor(async () => (await fixtures.call(boris, 'GET', '/ext/tickets.csv?ids=1')).status === 200);
      }
      await setTimeout(100);
      assert.deepEqual(rejections, []);
    } finally {
      process.off('unhandledRejection', record);
    }
  });

  it('answers {error} when the database fails before the first row', async () => {
    const { readInBatches } = fixtures.db;
    // biome-ignore lint/correctness/useYield: it fails before
    fixtures.db.readInBatches = async function* () {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    };
    try {
      const { status, body } = await fixtures.call(anna, 'GET', '/ext/tickets.xlsx');
      assert.equal(status, 500);
      assert.deepEqual(body, { error: 'db unavailable' });
    } finally {
      fixtures.db.readInBatches = readInBatches;
    }
  });
});
