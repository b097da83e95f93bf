import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hours } from '../src/platform/lib/duration.ts';
import { fileKinds, maxRows } from '../src/product/places/import/file-kinds.ts';
import { readFile } from '../src/product/places/import/read-file.ts';
import { longestTurn } from '../testing/event-loop.ts';
import { Fixtures, password, type TestUser } from '../testing/fixtures.ts';

const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' };
const fixtures = await Fixtures.create({ ...mail, MAX_ACCOUNTS_PER_HOUR: '12', MAX_OBJECTS: '40' });
const { root, anna, boris, tower, yard } = fixtures;

/** The bytes of letters in encodings in which Node does not write. */
// biome-ignore format: one line an encoding
const bytesOfLetters = {
  'windows-1250': { ł: 0xb3, Ł: 0xa3, ó: 0xf3, Ó: 0xd3, ż: 0xbf, Ż: 0xaf, ć: 0xe6, ą: 0xb9, ę: 0xea, Ś: 0x8c, ń: 0xf1, ö: 0xf6, ß: 0xdf, ç: 0xe7, ř: 0xf8, á: 0xe1, Č: 0xc8, ý: 0xfd, š: 0x9a },
  'iso-8859-2': { ł: 0xb3, ą: 0xb1, ę: 0xea, Ś: 0xa6, Ź: 0xac },
  'windows-1252': { ö: 0xf6, ß: 0xdf, ø: 0xf8, è: 0xe8, ñ: 0xf1, ü: 0xfc, ä: 0xe4, ë: 0xeb, '–': 0x96, '“': 0x93, '”': 0x94, '’': 0x92, '²': 0xb2 },
  'windows-1254': { ü: 0xfc, ş: 0xfe, ı: 0xfd, Ç: 0xc7, ğ: 0xf0 },
  'windows-1251': { И: 0xc8, в: 0xe2, а: 0xe0, н: 0xed, о: 0xee },
  ibm852: { Ł: 0x9d, Ż: 0xbd, ó: 0xa2, ł: 0x88, ć: 0x86, ö: 0x94, ß: 0xe1, ń: 0xe4 },
  macintosh: { ö: 0x9a, ß: 0xa7 },
} satisfies Record<string, Record<string, number>>;

/** A file of workers with these names. */
function encode(encoding: keyof typeof bytesOfLetters, names: string[]): Buffer {
  const letters: Record<string, number> = bytesOfLetters[encoding];
  const text = ['name,email', ...names.map((name, n) => `${name},${n}@example.com`)].join('\r\n');
  return Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)));
}
const namesIn = (file: Buffer): (string | undefined)[] =>
  readFile(file, { columns: ['name', 'email'], optional: [] }).map(({ values }) => values['name']);

type Kind = 'workers' | 'objects';
const send = (who: TestUser, kind: Kind, file: string | Buffer, query = '') =>
  fixtures.call(who, 'POST', `/ext/import/${kind}${query}`, file, { 'content-type': 'text/csv' });
const countOf = async (table: 'users' | 'objects' | 'audit_events' | 'deliveries'): Promise<number> => {
  const { n } = await fixtures.db.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
const counts = async (): Promise<number[]> =>
  Promise.all((['users', 'objects', 'audit_events', 'deliveries'] as const).map(countOf));
const worker = (email: string) => fixtures.db.read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const objectsOf = (project: number) =>
  fixtures.db.read.selectFrom('objects').select(['name', 'address']).where('project_id', '=', project).orderBy('name').execute();

describe('POST /ext/import/workers', () => {
  it("an admin's workers are confirmed, have no password that anybody knows and are mailed a link", async () => {
    const { status, body } = await send(
      root,
      'workers',
      'name,email,phone\nZoë,zoe@example.com,+49 30 1\nMax,max@example.com,\n',
    );
    const zoe = await worker('zoe@example.com');
    const max = await worker('max@example.com');
    assert(zoe && max);
    const rows = [zoe.id, max.id].map((id, n) => ({ row: n + 2, ok: true, id }));
    assert.deepEqual([status, body], [200, { created: 2, rows }]);
    const { name, phone, role, must_change_password, created_by } = zoe;
    assert.deepEqual([name, phone, role, must_change_password, created_by], ['Zoë', '+49 30 1', 'worker', true, root.id]);
    assert.notEqual(zoe.confirmed_at, null);
    const mails = await fixtures.pendingDeliveries('mails');
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['account_confirmed', 'account_confirmed'],
    );
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', { email: zoe.email, password })).status, 401);
    assert.equal((await fixtures.call(root, 'POST', `/ext/users/${zoe.id}/invitation`, { mail: false })).status, 200);
    const reset = await fixtures.call(root, 'POST', `/users/${zoe.id}/password-reset`);
    const chosen = { token: reset.body.token, password: 'brand-new-1' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', chosen)).status, 200);
    const login = { email: zoe.email, password: 'brand-new-1' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/login', login)).status, 200);
    await fixtures.clearDeliveries();
  });

  it("a client's workers wait for that client, whose confirmation mails the link", async () => {
    assert.equal((await send(anna, 'workers', 'email,name\nkim@example.com,Kim')).status, 200);
    const kim = await worker('kim@example.com');
    assert(kim);
    assert.equal(kim.confirmed_at, null);
    assert.deepEqual(await fixtures.pendingDeliveries('mails'), []);
    assert.equal((await fixtures.call(boris, 'POST', `/users/${kim.id}/confirm`)).status, 404);
    assert.equal((await fixtures.call(anna, 'POST', `/users/${kim.id}/confirm`)).status, 200);
    assert.equal((await fixtures.pendingDeliveries('mails')).length, 1);
    await fixtures.clearDeliveries();
  });

  it('each wrong row is told with its column, and nothing is created, in a dry run either', async () => {
    const file = [
      'Email;Phone;NAME',
      'good@example.com;;Good',
      'not an address;;Bad',
      'WANDA@example.com;;Taken',
      ';;Nobody',
      `long@example.com;;${'x'.repeat(201)}`,
      'GOOD@example.com;;Again',
      '"cells@example.com";1;Cells;more',
      `phone@example.com;${'1'.repeat(33)};Phone`,
    ].join('\r\n');
    const before = await counts();
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await send(root, 'workers', file, query);
      assert.equal(status, 400);
      assert.equal(body.error, '7 of 8 rows cannot be imported');
      assert.deepEqual(body.rows, [
        { row: 2, ok: true },
        { row: 3, ok: false, error: 'email must be a valid email', column: 'email' },
        { row: 4, ok: false, error: 'email already taken', column: 'email' },
        { row: 5, ok: false, error: 'email is required', column: 'email' },
        { row: 6, ok: false, error: 'name must NOT have more than 200 characters', column: 'name' },
        { row: 7, ok: false, error: 'email is the same as in row 2', column: 'email' },
        { row: 8, ok: false, error: 'the row has more cells than the header' },
        { row: 9, ok: false, error: 'phone must NOT have more than 32 characters', column: 'phone' },
      ]);
    }
    assert.deepEqual(await counts(), before);
  });

  it('a dry run of a good file returns 200 and creates nothing', async () => {
    const before = await counts();
    const { status, body } = await send(boris, 'workers', 'name,email\nUma,uma@example.com', '?dry_run=true');
    assert.deepEqual([status, body], [200, { created: 0, rows: [{ row: 2, ok: true }] }]);
    assert.deepEqual(await counts(), before);
  });

  it('of concurrent imports of one file one succeeds, the others find all addresses taken', async () => {
    const rows = Array.from({ length: 10 }, (_, n) => `Same ${n},same${n}@example.com`);
    const files = [rows, rows.toReversed(), rows, rows.toReversed()].map((lines) => ['name,email', ...lines].join('\n'));
    const answers = await Promise.all(files.map((file) => send(root, 'workers', file)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    for (const { body } of answers.filter(({ status }) => status === 400)) {
      assert(body.rows.every(({ error }: { error: string }) => error === 'email already taken'));
    }
    const created = await fixtures.db.read.selectFrom('users').select('id').where('email', 'like', 'same%').execute();
    assert.equal(created.length, 10);
    await fixtures.clearDeliveries();
  });

  it('a file with more rows than a client may create tells nothing about the addresses, and invalid rows first', async () => {
    const rows = ['name,email', 'Taken,ANNA@example.com', ...Array.from({ length: 12 }, (_, n) => `P,many${n}@example.com`)];
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await send(boris, 'workers', rows.join('\n'), query);
      assert.deepEqual([status, body], [409, { error: 'a client creates at most 12 accounts per hour' }]);
      const invalid = await send(boris, 'workers', [...rows, 'Nobody,none'].join('\n'), query);
      assert.equal(invalid.status, 400);
      const wrong = invalid.body.rows.filter(({ ok }: { ok: boolean }) => !ok);
      assert.deepEqual(wrong, [{ row: 15, ok: false, error: 'email must be a valid email', column: 'email' }]);
    }
  });

  it('imports and single accounts of a client share one limit per hour, which a refused import leaves alone', async () => {
    const people = (name: string, n: number): string =>
      ['name,email', ...Array.from({ length: n }, (_, i) => `P,${name}${i}@example.com`)].join('\n');
    assert.equal((await send(boris, 'workers', people('a', 13))).status, 409);
    assert.equal((await send(boris, 'workers', people('a', 10))).status, 200);
    const refused = await send(boris, 'workers', people('b', 3));
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '3600');
    assert.equal(await worker('b0@example.com'), undefined);
    assert.equal((await send(boris, 'workers', people('b', 1))).status, 200);
    const one = { name: 'One', email: 'one@example.com', password: 'brand-new-1', role: 'worker' };
    assert.equal((await fixtures.call(boris, 'POST', '/users', one)).status, 201);
    assert.equal((await fixtures.call(boris, 'POST', '/users', { ...one, email: 'two@example.com' })).status, 429);
  });

  it('dry runs and refused imports of a client look up ten times as many addresses in an hour as it may create accounts', async () => {
    const client = await fixtures.createUser('curious', 'client');
    const addresses = Array.from({ length: 11 }, (_, n) => `P,guess${n}@example.com`);
    const file = ['name,email', 'Taken,wanda@example.com', ...addresses].join('\n');
    for (let n = 0; n < 10; n++) {
      const { status, body } = await send(client, 'workers', file, n % 2 === 0 ? '?dry_run=true' : '');
      assert.deepEqual([status, body.rows[0].error], [400, 'email already taken']);
    }
    for (const query of ['', '?dry_run=true']) {
      const refused = await send(client, 'workers', file, query);
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
      assert.equal(refused.body.rows, undefined);
      const invalid = await send(client, 'workers', `${file}\nNobody,none`, query);
      assert.deepEqual(
        invalid.body.rows.filter(({ ok }: { ok: boolean }) => !ok).map(({ row }: { row: number }) => row),
        [14],
        'only what is wrong with the file itself',
      );
    }
    assert.equal((await send(root, 'workers', file, '?dry_run=true')).status, 400, 'an admin sees all accounts');
    fixtures.advanceClock(hours(1));
    assert.equal((await send(client, 'workers', file, '?dry_run=true')).status, 400);
  });
});

describe('POST /ext/import/objects', () => {
  it('objects go to the projects of these names, with line breaks in cells and empty lines between rows', async () => {
    const file = 'project,name,address\r\n\r\nTower,Roof,"Hill 12,\r\nBerlin"\r\n,,\r\nTower,Cellar,Hill 12 Berlin\r\n\r\n';
    const { status, body } = await send(anna, 'objects', file);
    assert.deepEqual([status, body.created, body.updated], [200, 2, 0]);
    const named = await fixtures.db.read
      .selectFrom('objects')
      .select(['id', 'name'])
      .where('name', 'in', ['Roof', 'Cellar'])
      .execute();
    const idOf = (name: string) => named.find((object) => object.name === name)?.id;
    assert.deepEqual(body.rows, [
      { row: 3, ok: true, id: idOf('Roof') },
      { row: 5, ok: true, id: idOf('Cellar') },
    ]);
    const created = (await objectsOf(tower)).filter(({ name }) => name !== 'Lobby');
    assert.deepEqual(created, [
      { name: 'Cellar', address: 'Hill 12 Berlin' },
      { name: 'Roof', address: 'Hill 12,\r\nBerlin' },
    ]);
  });

  it('a project that is unknown, of somebody else, disabled or ambiguous is an error of its row', async () => {
    const closed = await fixtures.createProject(anna, 'Closed');
    await fixtures.call(anna, 'PATCH', `/projects/${closed}`, { is_active: false });
    await fixtures.createProject(boris, 'Tower');
    const file =
      'project,name,address\nTower,Attic,Hill 12\nYard,Attic,Hill 12\nClosed,Attic,Hill 12\nNone,Attic,Hill 12\nTower,Attic,Hill 13';
    const errorsOf = async (who: TestUser) =>
      (await send(who, 'objects', file)).body.rows.map(({ error, column }: { error?: string; column?: string }) => [
        error,
        column,
      ]);
    const unknown = ['there is no project with this name', 'project'];
    const disabled = ['the project is disabled', 'project'];
    const repeated = ['name is the same as in row 2', 'name'];
    assert.deepEqual(await errorsOf(anna), [[undefined, undefined], unknown, disabled, unknown, repeated]);
    assert.deepEqual(await errorsOf(root), [
      ['several projects have this name', 'project'],
      [undefined, undefined],
      disabled,
      unknown,
      repeated,
    ]);
    assert.equal((await objectsOf(yard)).length, 1);
  });

  it('a name that is taken in the project is an error of its row, also when the file is sent again', async () => {
    const file = 'project,name,address\nYard,Shed,Hill 12\nYard,Barn,Hill 12';
    const answers = await Promise.all([send(boris, 'objects', file), send(boris, 'objects', file)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const { body } = await send(boris, 'objects', file);
    assert.deepEqual(body.rows[0], {
      row: 2,
      ok: false,
      error: 'an object with this name already exists in the project',
      column: 'name',
    });
    assert.equal((await objectsOf(yard)).length, 3);
  });

  it('more objects than the quota of a client returns 409 and creates none', async () => {
    const before = await counts();
    const rows = Array.from({ length: 40 }, (_, n) => `Yard,Many ${n},Hill 12`);
    const { status, body } = await send(boris, 'objects', ['project,name,address', ...rows].join('\n'));
    assert.deepEqual([status, body.error], [409, 'a client has at most 40 objects']);
    assert.deepEqual(await counts(), before);
  });

  it('invalid rows are told before the quota, too', async () => {
    const rows = Array.from({ length: 41 }, (_, n) => `Yard,More ${n},Yard Street ${n}`);
    const { status, body } = await send(boris, 'objects', ['project,name,address', ...rows, ',None,'].join('\n'));
    assert.equal(status, 400);
    assert.deepEqual(
      body.rows.filter(({ ok }: { ok: boolean }) => !ok).map(({ row }: { row: number }) => row),
      [43],
    );
  });

  it('concurrent imports leave connections to other writes', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => `Yard,Busy ${n},Yard Street ${n}`);
    const file = ['project,name,address', ...rows].join('\n');
    let used = 0;
    const sampling = setInterval(() => {
      used = Math.max(used, fixtures.db.connections().used);
    }, 5);
    try {
      const imports = Array.from({ length: 8 }, () => send(root, 'objects', file, '?dry_run=true'));
      for (const { status } of await Promise.all(imports)) assert([200, 409].includes(status), String(status));
    } finally {
      clearInterval(sampling);
    }
    assert(used >= 1 && used <= 4, `${used} connections`);
  });

  it('nothing is created unless every row is good, whatever the file', async () => {
    const usually = (good: string[], other: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: other });
    const row = fc.tuple(
      usually(['Tower'], fc.constantFrom('Yard', 'Closed', '', ' Tower ')),
      usually(['Hall', 'Loft', 'Lobby', 'Stairs', 'Yard', 'Porch'], fc.string({ maxLength: 3 })),
      usually(['Hill 12, Berlin'], fc.string({ unit: 'binary', maxLength: 7 })),
    );
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), async (rows) => {
        const file = ['project,name,address', ...rows.map((cells) => cells.map(quoted).join(','))].join('\n');
        fixtures.advanceClock(hours(1)); // the limit of imports
        const before = await countOf('objects');
        const dryRun = await send(anna, 'objects', file, '?dry_run=true');
        assert.equal(await countOf('objects'), before);
        const { status, body } = await send(anna, 'objects', file);
        assert.equal(status, dryRun.status);
        assert.equal((await countOf('objects')) - before, status === 200 ? body.rows.length : 0);
        statuses.add(status);
        await fixtures.transaction((tx) => tx.deleteFrom('objects').where('name', 'in', ['Hall', 'Loft', 'Porch']).execute());
      }),
      { numRuns: 40 },
    );
    assert.deepEqual(statuses, new Set([200, 400]));
  });
});

describe('a file', () => {
  it('that cannot be read returns 400 with the reason', async () => {
    const refused: [string | Buffer, RegExp][] = [
      ['', /empty/],
      ['\n \n', /empty/],
      ['name,email', /no rows/],
      ['name,phone\nMax,1', /column email is missing/],
      ['name,email,fone\nMax,m@example.com,1', /"fone" is none/],
      ['name,email,Name\nMax,m@example.com,M', /column name is there twice/],
      ['name,email\n"Max,m@example.com', /quotation marks/],
      [Buffer.from('PK\u0003\u0004\u0014\u0000xl/workbook.xml', 'latin1'), /is a workbook, such as xlsx/],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /is a workbook/],
      ['--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nname,email', /is a form \(multipart\)/],
      [['name,email', ...Array.from({ length: maxRows + 1 }, () => 'Max,m@example.com')].join('\n'), /at most 2000 rows/],
      [`name,email\n${'x'.repeat(1024 * 1024)},m@example.com`, /too large/],
    ];
    for (const [file, message] of refused) {
      const { status, body } = await send(root, 'workers', file);
      assert.equal(status, 400, String(message));
      assert.match(body.error, message);
      assert.equal(body.rows, undefined);
    }
  });

  const empty = (line: string, count: number) => `name,email\nMax,only@example.com\n${`${line}\n`.repeat(count)}`;

  it('columns have the names of the console in its other languages, too', () => {
    const fileOf = (header: string): Buffer => Buffer.from(`${header}\r\nTower;Lobby;River Street 12\r\n`);
    for (const header of ['Projekt;Name;Adresse', 'projekt;nazwa;adres', 'project;name;address'])
      assert.deepEqual(
        readFile(fileOf(header), fileKinds.objects).map(({ values }) => values),
        [{ project: 'Tower', name: 'Lobby', address: 'River Street 12' }],
      );
    assert.throws(() => readFile(fileOf('Projekt;Projekt;Adresse'), fileKinds.objects), /the column project is there twice/);
  });

  it('with hundreds of empty lines at its end, or thousands of lines within its cells, is read', async () => {
    for (const line of ['', ' ', ',', ' , ,']) {
      const { status, body } = await send(root, 'workers', empty(line, 800), '?dry_run=true');
      assert.deepEqual([status, body], [200, { created: 0, rows: [{ row: 2, ok: true }] }], JSON.stringify(line));
    }
    const columns = { columns: ['name'], optional: [] };
    const file = `name\n${`"a${'\n'.repeat(10)}b"\n`.repeat(maxRows)}`;
    assert.equal(readFile(Buffer.from(file), columns).length, maxRows);
  });

  it('of a megabyte of line breaks, separators or cells keeps the event loop for milliseconds', async () => {
    const files = {
      'line breaks': empty('', 1_000_000),
      'carriage returns': empty('', 1_000_000).replaceAll('\n', '\r'),
      'blank lines': empty(' ', 500_000),
      'as many lines as are read': empty(' ', 39_000),
      separators: `name,email\n${','.repeat(1_000_000)}`,
      'columns without a name': `${','.repeat(1_000_000)}\nMax,max@example.com`,
      cells: ['name,email', ...Array.from({ length: maxRows }, () => 'x,'.repeat(250))].join('\n'),
      'long values': ['name,email', ...Array.from({ length: maxRows }, () => `${'x'.repeat(480)},none`)].join('\n'),
      'an open quotation mark': `name,email\n"${'\n'.repeat(39_000)}`,
    };
    fixtures.advanceClock(hours(1)); // the limit of imports
    await send(root, 'workers', empty('', 0), '?dry_run=true');
    for (const [what, file] of Object.entries(files)) {
      const { result, longestTurnMs } = await longestTurn(() => send(root, 'workers', file, '?dry_run=true'));
      assert([200, 400].includes(result.status), what);
      assert(longestTurnMs < 150, `${what}: ${longestTurnMs} ms`);
    }
  });

  it('counts under a limit of 60 imports an hour of its account', async () => {
    fixtures.advanceClock(hours(1));
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n++) statuses.add((await send(anna, n % 2 ? 'workers' : 'objects', '')).status);
    assert.deepEqual(statuses, new Set([400]));
    for (const kind of ['workers', 'objects'] as const) {
      const { status, headers } = await send(anna, kind, '');
      assert.deepEqual([status, headers['retry-after']], [429, '3600']);
    }
    assert.equal((await send(boris, 'objects', '')).status, 400);
  });

  it('is read with each delimiter, line ending and encoding', () => {
    const expected = [{ row: 2, values: { name: 'Jürgen "J" Weiß', email: 'j@example.com' }, extra: [] }];
    for (const delimiter of [',', ';', '\t']) {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = `name${delimiter}email${end}"Jürgen ""J"" Weiß"${delimiter}j@example.com${end}`;
        for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(text, 'latin1')]) {
          assert.deepEqual(
            readFile(bytes, { columns: ['name', 'email'], optional: [] }),
            expected,
            JSON.stringify([delimiter, end]),
          );
        }
      }
    }
    const windows = Buffer.from([...Buffer.from('name\n'), 0x80, 0x20, 0x93]);
    assert.equal(readFile(windows, { columns: ['name'], optional: [] })[0]?.values['name'], '€ “');
  });

  it('in UTF-16 is read, with a byte order mark and without one', () => {
    const text = 'name\temail\r\nŁukasz Żółć\tl@example.com\r\n';
    const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
    for (const start of ['\ufeff', '']) {
      const bytes = Buffer.from(start + text, 'utf16le');
      for (const file of [bytes, swapped(bytes)]) assert.equal(namesIn(file)[0], 'Łukasz Żółć');
    }
  });

  const samples: [encoding: keyof typeof bytesOfLetters, names: string[]][] = [
    ['windows-1250', ['Łukasz Żółć']],
    ['windows-1250', ['Wąsowicz', 'Świętokrzyska 5', 'Gdańsk', 'Jörg Weiß', 'François', 'PÓŁNOC']],
    ['windows-1250', ['Dvořák', 'Černý', 'Tomáš']],
    ['iso-8859-2', ['Wąsowicz', 'Świętokrzyska 5', 'Ździsław']],
    ['windows-1252', ['Jörg Weiß', 'Søren', 'Lefèvre', 'Muñoz', 'Straße 5 – “Hof”', 'Zoë O’Brien', '12 m²']],
    ['windows-1252', ['Müller']],
    ['windows-1252', ['Bäcker', 'Schäfer']],
    ['windows-1254', ['Gülşen Yıldız', 'Çağlar']],
  ];
  for (const [encoding, names] of samples) {
    it(`in ${encoding} with ${names.join(', ')} is read with the right letters`, () => {
      assert.deepEqual(namesIn(encode(encoding, names)), names);
    });
  }

  const refusedSamples: [encoding: keyof typeof bytesOfLetters, names: string[], error: RegExp][] = [
    ['ibm852', ['Łukasz Żółć'], /^the file has the encoding of MS-DOS/],
    ['ibm852', ['Jörg Weiß'], /^the file has the encoding of MS-DOS/],
    ['ibm852', ['Kamiński'], /^the encoding of the file is not certain \(row 2: .*"Kamiński" in MS-DOS/],
    ['macintosh', ['Jörg Weiß'], /^the file has the encoding of Macintosh/],
    ['windows-1250', ['Dębski'], /not certain \(row 2: "D[êę]bski" in windows-125[02], "D[êę]bski" in windows-125[02]\)/],
    ['windows-1251', ['Иван Иванов'], /^the encoding of the file is not recognized \(byte C8 in row 2\)/],
  ];
  for (const [encoding, names, error] of refusedSamples) {
    it(`in ${encoding} with ${names.join(', ')} is refused`, () => {
      assert.throws(() => namesIn(encode(encoding, names)), { status: 400, message: error });
    });
  }

  it('is read in the encoding that is named, unless it lacks a byte of the file', async () => {
    const file = encode('windows-1250', ['Adam Dębski']);
    assert.equal((await send(root, 'workers', file, '?dry_run=true')).status, 400);
    assert.equal((await send(root, 'workers', file, '?encoding=windows-1250')).status, 200);
    assert.equal((await worker('0@example.com'))?.name, 'Adam Dębski');
    const undefinedByte = Buffer.concat([Buffer.from('name,email\n'), Buffer.from([0x9d]), Buffer.from(',x@example.com')]);
    const refused = await send(root, 'workers', undefinedByte, '?encoding=windows-1252');
    assert.deepEqual(
      [refused.status, refused.body.error],
      [400, 'row 2 has the byte 9D, which windows-1252 lacks: save the file as CSV UTF-8'],
    );
    assert.equal((await send(root, 'workers', file, '?encoding=ebcdic')).status, 400);
  });

  it('in UTF-8 with a byte of another encoding is refused with the row and the byte', () => {
    for (const start of ['', '\ufeff']) {
      const text = Buffer.from(`${start}name,email\n"Müller\nŁukasz",m@example.com\nJ`);
      const file = Buffer.concat([text, Buffer.from([0xf6]), Buffer.from('rg,j@example.com\nÉva,e@example.com')]);
      assert.throws(() => namesIn(file), { message: /^row 3 has the byte F6, which is not UTF-8/ });
    }
    const onlyLast = Buffer.concat([Buffer.from('\ufeffname,email\nJ'), Buffer.from([0xf6]), Buffer.from('rg,j@example.com')]);
    assert.throws(() => namesIn(onlyLast), { message: /^row 2 has the byte F6/ });
  });

  it('whose letters were lost when it was saved has errors in those rows', async () => {
    const { status, body } = await send(root, 'workers', 'name,email\nJ\ufffdrg,lost@example.com\nAnn,ann@example.com');
    assert.equal(status, 400);
    assert.deepEqual(body.rows, [
      { row: 2, ok: false, error: 'name has characters that were lost when the file was saved', column: 'name' },
      { row: 3, ok: true },
    ]);
  });
});
