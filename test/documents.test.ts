import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { LocalStorage } from '../src/platform/storage/local.ts';
import { notifyOfExpiringDocuments } from '../src/product/files/documents/notify-expiring.ts';
import { maxDocuments } from '../src/product/files/documents/schemas.ts';
import { auditFiles, deletePendingFiles } from '../src/product/files/photos/file-deletion.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { type FormPart, multipartForm, photo } from '../testing/photo-files.ts';

// Documents of objects and of equipment: their files, who reads them, and the notifications before they expire.

const fixtures = await Fixtures.create({ PHOTO_MAX_BYTES: '5000', PHOTO_METADATA: 'strip' });
const { root, anna, boris, wanda, ivan, tower, lobby, yard } = fixtures;
const pdf = (size = 1000): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')]);

const upload = (
  who: TestUser,
  url: string,
  fields: Record<string, string>,
  bytes: Buffer | string = pdf(),
  name = 'paper.pdf',
) => {
  const parts: FormPart[] = Object.entries(fields).map(([field, value]) => ({ field, bytes: value }));
  const { body, headers } = multipartForm([...parts, { name, bytes }]);
  return fixtures.call(who, 'POST', url, body, headers);
};
const add = async (fields: Record<string, string> = {}, url = `/ext/objects/${lobby}/documents`, who = anna) => {
  const { status, body } = await upload(who, url, { title: 'Certificate', ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};
const get = async (who: TestUser, url: string) => {
  const { status, body } = await fixtures.call(who, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const idsOf = (page: { items: { id: number }[] }): number[] => page.items.map(({ id }) => id);
const newLift = async (name: string): Promise<number> =>
  (await fixtures.call(anna, 'POST', `/ext/objects/${lobby}/equipment`, { name })).body.id;
const read = (url: string) => fixtures.app.inject({ url: new URL(url).pathname + new URL(url).search });
const keyOf = async (id: number): Promise<string> => {
  const row = await fixtures.db.read.selectFrom('documents').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow();
  return row.storage_key;
};
const isStored = (key: string): boolean => {
  const { storage } = fixtures.deps;
  assert(storage instanceof LocalStorage);
  return existsSync(join(storage.folder, storage.nameOf(key)));
};

describe('a document', () => {
  it('is stored as it was sent, and its signed link saves a PDF file under its name', async () => {
    const bytes = pdf(3000);
    const { status, body } = await upload(
      anna,
      `/ext/objects/${lobby}/documents`,
      { title: ' TÜV ', expires_on: '2027-05-31' },
      bytes,
    );
    assert.equal(status, 201, JSON.stringify(body));
    const { id, url, created_at, ...rest } = body;
    assert.deepEqual(rest, {
      object_id: lobby,
      object_name: 'Lobby',
      project_id: tower,
      project_name: 'Tower',
      equipment: null,
      title: 'TÜV',
      expires_on: '2027-05-31',
      filename: 'paper.pdf',
      content_type: 'application/pdf',
      size: 3000,
      uploaded_by: anna.id,
      uploaded_by_name: 'anna',
    });
    const file = await read(url);
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'application/pdf']);
    assert.deepEqual(file.rawPayload, bytes);
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="paper\.pdf"/);
    assert.equal((await read(url.replace(/signature=./, 'signature=_'))).statusCode, 403);
    assert.equal((await get(wanda, `/ext/documents/${id}`)).title, 'TÜV');
  });

  it('is a PDF file or a photo by its bytes, whatever its name says, and not larger than a photo may be', async () => {
    const send = (bytes: Buffer | string, name: string) =>
      upload(anna, `/ext/objects/${lobby}/documents`, { title: 'Paper' }, bytes, name);
    const codeOf = async (bytes: Buffer | string, name: string) => {
      const answer = await send(bytes, name);
      return [answer.status, answer.headers['error-code']];
    };
    assert.deepEqual(await codeOf('<script>alert(1)</script>', 'paper.pdf'), [400, 'not_a_document']);
    assert.deepEqual(await codeOf('', 'paper.pdf'), [400, 'not_a_document']);
    assert.deepEqual(await codeOf(pdf(5001), 'paper.pdf'), [400, 'file_too_large']);
    assert.deepEqual(await codeOf(photo('jpeg', 1000), 'noise.jpg'), [400, 'file_damaged']);
    const { body } = await send(pdf(), 'photo.jpg');
    assert.equal(body.content_type, 'application/pdf');
    assert.match(String((await read(body.url)).headers['content-disposition']), /^attachment; filename="photo\.pdf"/);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pending_file_deletions where delete_after > '-infinity'`.execute(fixtures.db.read);
    assert.equal(rows[0]?.n, 0, 'nothing is stored of what is refused');
  });

  it('has a title, and a day or none', async () => {
    for (const fields of [
      {},
      { title: '' },
      { title: 'x'.repeat(201) },
      { title: 'a', expires_on: '31.05.2027' },
      { title: 'a', expires_on: '2027-02-30' },
    ])
      assert.equal((await upload(anna, `/ext/objects/${lobby}/documents`, fields)).status, 400, JSON.stringify(fields));
    assert.equal((await add({ expires_on: '' })).expires_on, null);
  });

  it('is listed with its object or its equipment, and searched by the day on which it expires', async () => {
    const hall = await fixtures.createObject(anna, tower, 'Hall');
    const lift = (await fixtures.call(anna, 'POST', `/ext/objects/${hall}/equipment`, { name: 'Lift' })).body.id;
    const [never, late, soon] = [
      await add({ title: 'Plan' }, `/ext/objects/${hall}/documents`),
      await add({ title: 'Lease', expires_on: '2030-01-01' }, `/ext/objects/${hall}/documents`),
      await add({ title: 'Certificate', expires_on: '2027-01-01' }, `/ext/equipment/${lift}/documents`),
    ];
    assert.deepEqual(soon.equipment, { id: lift, name: 'Lift' });
    assert.deepEqual(idsOf(await get(wanda, `/ext/objects/${hall}/documents`)), [late.id, never.id]);
    assert.deepEqual(idsOf(await get(wanda, `/ext/equipment/${lift}/documents`)), [soon.id]);
    const found = async (query: string, who = anna) => idsOf(await get(who, `/ext/documents?object_id=${hall}${query}`));
    assert.deepEqual(await found(''), [soon.id, late.id, never.id]);
    assert.deepEqual(await found('&order=desc'), [late.id, soon.id, never.id]);
    assert.deepEqual(await found('&expires_to=2027-01-01'), [soon.id]);
    assert.deepEqual(await found('&expires_to=2026-12-31'), []);
    assert.deepEqual(await found(`&equipment_id=${lift}`), [soon.id]);
    assert.deepEqual(await found(`&project_id=${yard}`), []);
    assert.deepEqual(await found('', boris), []);
    for (const url of [`/ext/documents/${soon.id}`, `/ext/equipment/${lift}/documents`, `/ext/objects/${hall}/documents`])
      for (const who of [boris, ivan]) assert.equal((await fixtures.call(who, 'GET', url)).status, 404, url);
    assert.equal((await fixtures.call(wanda, 'GET', '/ext/documents')).status, 403);
  });

  it('there are at most 50 of an object, also when the last two come at once, and its equipment has a number of its own', async () => {
    const hall = await fixtures.createObject(anna, tower, 'Full hall');
    await fixtures.transaction((tx) =>
      sql`insert into documents (object_id, title, storage_key, content_type, original_name, size_bytes, uploaded_by_name, created_at)
        select ${hall}, 'Paper ' || n, md5('paper' || n), 'application/pdf', 'paper.pdf', 1, 'anna', ${fixtures.now}
        from generate_series(1, ${maxDocuments - 1}) as n`.execute(tx),
    );
    const url = `/ext/objects/${hall}/documents`;
    const answers = await Promise.all([1, 2].map(() => upload(anna, url, { title: 'Last' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await upload(anna, url, { title: 'More' })).headers['error-code'], 'too_many_documents');
    const lift = (await fixtures.call(anna, 'POST', `/ext/objects/${hall}/equipment`, { name: 'Lift' })).body.id;
    await add({}, `/ext/equipment/${lift}/documents`);
    await fixtures.transaction((tx) => sql`delete from documents where size_bytes = 1`.execute(tx)); // without files
  });

  it('its file is deleted with it, with its equipment and with its project', async () => {
    const hall = await fixtures.createProject(anna, 'Pavilion');
    const object = await fixtures.createObject(anna, hall, 'Hall');
    const lift = await newLift('Old lift');
    const [one, ofLift, ofProject] = [
      await add(),
      await add({}, `/ext/equipment/${lift}/documents`),
      await add({}, `/ext/objects/${object}/documents`),
    ];
    const keys = [await keyOf(one.id), await keyOf(ofLift.id), await keyOf(ofProject.id)];
    assert(keys.every(isStored));
    assert.equal((await auditFiles(fixtures.deps)).orphans.length, 0, 'the search for orphans knows the files');
    for (const url of [`/ext/documents/${one.id}`, `/ext/equipment/${lift}`])
      assert.equal((await fixtures.call(anna, 'DELETE', url)).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', `/projects/${hall}`)).status, 200);
    await deletePendingFiles(fixtures.deps);
    assert.deepEqual(keys.map(isStored), [false, false, false]);
    assert.equal((await read(one.url)).statusCode, 404);
  });
});

describe('document_expiring', () => {
  const inboxOf = async (who: TestUser, id: number) =>
    fixtures.db.read
      .selectFrom('notifications')
      .select(['params', 'read_at'])
      .where('user_id', '=', who.id)
      .where('event', '=', 'document_expiring')
      .where('document_id', '=', id)
      .orderBy('id')
      .execute();
  /** Three instances at once, some of them again. */
  const run = async (): Promise<void> => {
    await Promise.all([1, 2, 3].map(() => notifyOfExpiringDocuments(fixtures.deps)));
    await notifyOfExpiringDocuments(fixtures.deps);
    await fixtures.deliver('notifications');
  };
  const countsAt = async (day: string, id: number): Promise<number[]> => {
    fixtures.now = new Date(`${day}T00:00:01Z`);
    await run();
    return [(await inboxOf(anna, id)).length, (await inboxOf(root, id)).length];
  };

  it('is sent to the client and the admins 30 days before and on the day (UTC), once each', async () => {
    fixtures.now = new Date('2027-01-01T12:00:00Z');
    const lift = await newLift('Lift with papers');
    const { id } = await add({ title: 'Inspection', expires_on: '2027-03-03' }, `/ext/equipment/${lift}/documents`);
    const other = await add();
    assert.deepEqual(await countsAt('2027-01-31', id), [0, 0]);
    assert.deepEqual(await countsAt('2027-02-01', id), [1, 1]);
    assert.deepEqual(await countsAt('2027-03-02', id), [1, 1]);
    assert.deepEqual(await countsAt('2027-03-03', id), [2, 2]);
    assert.deepEqual(await countsAt('2027-03-04', id), [2, 2]);
    const [first] = await inboxOf(anna, id);
    const params = { title: 'Inspection', object_id: lobby, object_name: 'Lobby', equipment_name: 'Lift with papers' };
    assert.deepEqual([first?.params, first?.read_at], [{ ...params, expires_on: '2027-03-03' }, null]);
    for (const who of [boris, wanda]) assert.deepEqual(await inboxOf(who, id), []);
    assert.deepEqual(await inboxOf(anna, other.id), []);
    assert.equal((await fixtures.call(anna, 'DELETE', `/ext/documents/${id}`)).status, 200);
    assert.deepEqual(await inboxOf(anna, id), [], 'it goes with the document');
  });

  it('what passed while the service was stopped is sent at its next start, the earlier notice as read', async () => {
    fixtures.now = new Date('2028-01-01T12:00:00Z');
    const { id } = await add({ expires_on: '2028-03-01' });
    assert.deepEqual(await countsAt('2028-06-01', id), [2, 2]);
    assert.deepEqual(
      (await inboxOf(anna, id)).map(({ read_at }) => read_at !== null),
      [true, false],
    );
  });

  it('a day that is over when the date is written is not told, and another date is told anew', async () => {
    fixtures.now = new Date('2029-01-20T12:00:00Z');
    const { id } = await add({ expires_on: '2029-01-25' });
    assert.deepEqual(await countsAt('2029-01-21', id), [0, 0]);
    assert.deepEqual(await countsAt('2029-01-25', id), [1, 1]);
    const change = (body: object) => fixtures.call(anna, 'PATCH', `/ext/documents/${id}`, body);
    assert.equal((await change({ title: 'Renamed', expires_on: '2029-01-25' })).body.title, 'Renamed');
    assert.deepEqual(await countsAt('2029-01-26', id), [1, 1]);
    assert.equal((await change({ expires_on: '2030-01-25' })).body.expires_on, '2030-01-25');
    assert.deepEqual(await countsAt('2029-12-26', id), [2, 2]);
    assert.equal((await change({ expires_on: null })).body.expires_on, null);
    assert.deepEqual(await countsAt('2030-01-25', id), [2, 2]);
  });
});
