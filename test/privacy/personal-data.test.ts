import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import { personalData } from '../../src/modules.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { openPortal, sendReport } from '../../testing/portal-client.ts';
import { type S3Server, startS3 } from '../../testing/s3-server.ts';
import { createTicketWithAdditions } from '../../testing/ticket-additions.ts';

// All before the first tests, at whose end they are closed.
const fixtures = await Fixtures.create({ PORTAL_PROOF: 'false' });
const onDisk = await Fixtures.create();
const s3 = await startS3();
const onS3 = typeof s3 === 'string' ? undefined : await fixturesOnS3(s3);
const { root, anna, boris, wanda } = fixtures;

interface Column {
  table: string;
  column: string;
  type: string;
}

async function columns(condition = sql`true`): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns as c join information_schema.tables as t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and ${condition}
    order by 1, 2`.execute(fixtures.db.read);
  return rows.filter(({ table }) => table !== 'schema_migrations');
}

describe('the lists of personal data', () => {
  it('name each column that looks like a name, an address, a phone number or a record of them', async () => {
    const looks =
      /(^|_)(name|username|email|phone|address|contact|reporter|ip|network|agent|subject|identity|endpoint|url|target)(_key|_name)?$|^(body|answer|detail|details|payload|params)$/;
    const suspects = (await columns()).filter(
      ({ column, type }) => type.startsWith('json') || (['text', 'ARRAY'].includes(type) && looks.test(column)),
    );
    assert(suspects.length > 40, `${suspects.length}`);
    const listed = new Set(
      personalData.flatMap(({ table, replaced = [], kept = {} }) =>
        [...replaced, ...Object.keys(kept)].map((column) => `${table}.${column}`),
      ),
    );
    const unlisted = suspects.map(({ table, column }) => `${table}.${column}`).filter((name) => !listed.has(name));
    assert.deepEqual(unlisted, [], 'add them to personalData in the module.ts of their folder: replaced or kept');
  });

  it('name columns and tables that exist, each table once', async () => {
    const existing = new Set((await columns()).map(({ table, column }) => `${table}.${column}`));
    const { rows } = await sql<Column>`
      select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`.execute(
      fixtures.db.read,
    );
    const all = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    for (const { table, replaced = [], kept = {}, secrets = [], ofOthers, ticketColumn } of personalData) {
      for (const column of [...replaced, ...Object.keys(kept)]) assert(existing.has(`${table}.${column}`), `${table}.${column}`);
      for (const column of [...secrets, ...(ofOthers?.columns ?? []), ...(ticketColumn ? [ticketColumn] : [])])
        assert(all.has(`${table}.${column}`), `${table}.${column}`);
    }
    const tables = personalData.map(({ table }) => table);
    assert.equal(new Set(tables).size, tables.length);
  });

  it('name each table that refers to an account by a foreign key, unless it has no more than the id', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`.execute(fixtures.db.read);
    const listed: string[] = personalData.filter(({ rowsOf }) => rowsOf).map(({ table }) => table);
    const onlyIds = ['report_rating_stats', 'ticket_status_counts', 'ticket_stats_sums', 'worker_closed_counts'];
    assert.deepEqual(
      rows.map(({ table }) => table).filter((table) => !listed.includes(table) && !onlyIds.includes(table)),
      [],
    );
  });

  it('hide secrets: no binary column, and none whose name tells one, is given out', async () => {
    const secret = (await columns()).filter(
      ({ column, type }) => type === 'bytea' || /hash|secret$|storage_key|^mail_key$/.test(column),
    );
    for (const { table, column } of secret) {
      const list = personalData.find((one) => one.table === table);
      if (!list?.rowsOf) continue;
      assert(list.secrets?.includes(column), `${table}.${column}`);
    }
  });
});

/** The files of a zip. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

async function download(to: Fixtures, who: TestUser, account = who): Promise<Map<string, Buffer>> {
  const headers = { authorization: `Bearer ${await to.accessTokenFor(who)}` };
  const answer = await to.app.inject({ method: 'GET', url: `/ext/users/${account.id}/data`, headers });
  assert.equal(answer.statusCode, 200, answer.payload);
  assert.equal(answer.headers['content-type'], 'application/zip');
  return unzip(answer.rawPayload);
}

const rowsIn = (files: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(`${table}.json`)));

/** Local files and S3 give the same. */
function describeData(name: string, own: Fixtures): void {
  describe(`GET /ext/users/{id}/data with files on ${name}`, () => {
    it('has the rows of the account and the files of its photos and attachments, and lists those that are missing', async () => {
      const id = await createTicketWithAdditions(own);
      await own.call(own.wanda, 'PATCH', `/tickets/${id}/start`);
      const pictures = [photo('jpeg', 3_000), photo('png', 200_000)];
      const ids: number[] = [];
      for (const bytes of pictures) {
        const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes }]);
        ids.push((await own.call(own.wanda, 'POST', `/tickets/${id}/photos`, body, headers)).body.id);
      }
      const form = multipartForm([
        { field: 'text', bytes: 'The door sticks' },
        { field: 'photo', name: 'door.png', bytes: photo('png') },
      ]);
      const { body: found } = await own.call(own.wanda, 'POST', `/ext/tickets/${id}/reports`, form.body, form.headers);
      const whole = await download(own, own.wanda);
      assert(whole.has(`report-photos/${found.photos[0].id}.png`));
      assert.deepEqual(
        rowsIn(whole, 'portal_reports').map(({ text }) => text),
        ['The door sticks'],
      );
      assert.deepEqual(whole.get(`photos/${ids[0]}.jpg`), pictures[0]);
      assert.deepEqual(whole.get(`photos/${ids[1]}.png`), pictures[1]);
      assert.deepEqual(JSON.parse(String(whole.get('missing.json'))), []);
      const [account] = rowsIn(whole, 'users');
      assert.deepEqual(
        [account?.['name'], account?.['email'], account?.['password_hash']],
        ['wanda', own.wanda.email, undefined],
      );
      for (const table of ['tickets', 'ticket_comments', 'ticket_hand_backs', 'worker_absences', 'project_workers'])
        assert(rowsIn(whole, table).length > 0, table);
      assert(rowsIn(whole, 'ticket_events').every(({ actor_id }) => actor_id === own.wanda.id));
      assert.deepEqual(rowsIn(whole, 'ticket_attachments'), [], "those of anna are anna's");
      const { storage_key } = await own.db.read
        .selectFrom('ticket_photos')
        .select('storage_key')
        .where('id', '=', ids[0] ?? 0)
        .executeTakeFirstOrThrow();
      await own.deps.storage.remove(storage_key);
      const rest = await download(own, own.root, own.wanda);
      assert.deepEqual(JSON.parse(String(rest.get('missing.json'))), [`photos/${ids[0]}.jpg`]);
      assert.deepEqual(rest.get(`photos/${ids[1]}.png`), pictures[1]);
      const { body } = await own.call(own.root, 'GET', `/ext/audit?event=export_made&subject_id=${own.wanda.id}`);
      const [{ detail, actor_name }] = body.items;
      assert.deepEqual([actor_name, detail.format, detail.complete], ['root', 'zip', true]);
    });
  });
}
describeData('the local disk', onDisk);
if (onS3) describeData('S3', onS3);
else it('data of accounts on S3', { skip: String(s3) }, () => {});

async function fixturesOnS3(server: S3Server): Promise<Fixtures> {
  after(() => server.stop());
  const made = await Fixtures.create({
    S3_BUCKET: server.bucket,
    S3_ENDPOINT: server.endpoint,
    S3_REGION: server.region,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  });
  made.now = new Date(); // the server refuses requests of another time
  return made;
}

describe('GET /ext/users/{id}/data', () => {
  it('returns 404 for the data of somebody else, unless to an admin', async () => {
    for (const who of [anna, wanda]) {
      const { status } = await fixtures.call(who, 'GET', `/ext/users/${boris.id}/data`);
      assert.equal(status, 404);
    }
    const { body } = await fixtures.call(root, 'GET', '/ext/audit?event=export_made');
    assert.equal(body.total, 0);
  });

  it('of a client tells nothing of internal comments', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const changes = async () => rowsIn(await download(fixtures, anna), 'ticket_changes');
    const before = await changes();
    const { status } = await fixtures.call(root, 'POST', `/ext/tickets/${id}/comments`, { text: 'Mind the dog', internal: true });
    assert.equal(status, 201);
    assert.deepEqual(await changes(), before);
    await fixtures.call(root, 'POST', `/ext/tickets/${id}/comments`, { text: 'On Monday' });
    assert.notDeepEqual(await changes(), before);
  });

  it('of whoever acted for a client has what they did, and not what the client has', async () => {
    const token = await openPortal(fixtures, anna, fixtures.lobby);
    const { body: report } = await sendReport(fixtures, token, { contact: 'Mrs. Hill, flat 3' });
    const forAnna = { 'act-for': anna.id };
    const reason = 'It was repaired';
    const path = `/ext/reports/${report.id}/dismiss`;
    assert.equal((await fixtures.call(root, 'POST', path, { reason }, forAnna)).status, 200);
    const rule = { anchor_at: '2126-03-01T00:00:00Z', period_days: 7, category: 'other', description: 'Check the roof' };
    const made = await fixtures.call(root, 'POST', '/recurring', { ...rule, object_id: fixtures.lobby }, forAnna);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await fixtures.call(root, 'POST', `/users/${anna.id}/password-reset`);
    const ofRoot = await download(fixtures, root);
    assert.deepEqual(
      rowsIn(ofRoot, 'portal_reports').map((row) => [row['reason'], row['decided_by_name'], row['contact'], row['text']]),
      [[reason, 'root', undefined, undefined]],
    );
    assert.deepEqual(
      rowsIn(ofRoot, 'recurring_rules').map((row) => [row['id'], row['description'], row['address']]),
      [[made.body.id, undefined, undefined]],
    );
    const ofAnna = await download(fixtures, anna);
    const [own] = rowsIn(ofAnna, 'recurring_rules');
    assert.equal(own?.['description'], 'Check the roof');
    const events = rowsIn(ofAnna, 'audit_events');
    assert(events.some(({ actor_id }) => actor_id === anna.id) && events.some(({ actor_id }) => actor_id === root.id));
    for (const { actor_id, ip } of events) assert.equal(ip !== undefined, actor_id === anna.id);
  });

  it('writes thousands of rows as valid JSON', async () => {
    await fixtures.transaction((tx) =>
      sql`insert into worker_absences (worker_id, from_date, to_date, note)
        select ${wanda.id}, '2026-03-02', '2026-03-02', n::text from generate_series(1, 2500) as n`.execute(tx),
    );
    assert.equal(rowsIn(await download(fixtures, wanda), 'worker_absences').length, 2_500);
  });

  it('an account may have two exports under way, whatever they export', async () => {
    const paths = [`/ext/users/${wanda.id}/data`, '/ext/tickets.csv?timezone=UTC', `/ext/users/${wanda.id}/data`];
    const statuses = await Promise.all(paths.map(async (path) => (await fixtures.call(wanda, 'GET', path)).status));
    assert.deepEqual(statuses.sort(), [200, 200, 429]);
  });
});
