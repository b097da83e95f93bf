import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deletePendingFiles } from '../src/product/files/photos/file-deletion.ts';
import { spoolFolder } from '../src/product/files/photos/receive-upload.ts';
import { deleteDismissedReports } from '../src/product/intake/portal/retention.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';
import { openPortal, sendReport } from '../testing/portal-client.ts';
import { realPhoto } from '../testing/real-photos.ts';

const day = 86_400_000;
const fixtures = await Fixtures.create({
  PORTAL_PROOF: 'false',
  MAX_REPORTS_PER_NETWORK: '100',
  MAX_REPORTS_PER_OBJECT: '100',
  TICKET_RETENTION_DAYS: '60',
  PUBLIC_URL: 'https://callout.example.com',
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
});
const { root, anna, boris, wanda, lobby, gate, tower } = fixtures;
let token = await openPortal(fixtures, anna, lobby);

const read = (path: string) => fixtures.call(undefined, 'GET', path);
const list = async (who: TestUser, query = '') => (await fixtures.call(who, 'GET', `/ext/reports${query}`)).body;
const report = async (fields: Record<string, string> = {}, photos: Buffer[] = []): Promise<string> => {
  fixtures.advanceClock(1_000);
  const { status, body } = await sendReport(fixtures, token, fields, { photos });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};
const accept = (who: TestUser, id: string, body: object = { category: 'electric', priority: 'high' }) =>
  fixtures.call(who, 'POST', `/ext/reports/${id}/accept`, body);
const dismiss = (who: TestUser, id: string) =>
  fixtures.call(who, 'POST', `/ext/reports/${id}/dismiss`, { reason: 'It works again' });
const merge = (who: TestUser, id: string, ticket_id: number) =>
  fixtures.call(who, 'POST', `/ext/reports/${id}/merge`, { ticket_id });
const picture = await realPhoto({ width: 64, height: 48 });
const storedKeys = async () => {
  const keys: string[] = [];
  for await (const key of fixtures.deps.storage.keys()) keys.push(key);
  return keys;
};

describe('the portal of an object', () => {
  it('POST opens it, POST again changes its token, DELETE ends it, and each is a security event', async () => {
    const cellar = await fixtures.createObject(anna, tower, 'Cellar');
    const path = `/ext/objects/${cellar}/portal`;
    assert.deepEqual((await fixtures.call(anna, 'GET', path)).body, { token: null, url: null, created_at: null });
    const opened = await fixtures.call(anna, 'POST', path);
    assert.equal(opened.status, 201);
    assert.match(opened.body.token, /^[\w-]{43}$/);
    assert.equal(opened.body.url, `https://callout.example.com/r/${opened.body.token}`);
    assert.deepEqual((await fixtures.call(root, 'GET', path)).body, opened.body);
    const rotated = await fixtures.call(root, 'POST', path);
    assert.notEqual(rotated.body.token, opened.body.token);
    assert.equal((await read(`/ext/portal/${opened.body.token}`)).status, 404);
    assert.equal((await read(`/ext/portal/${rotated.body.token}`)).status, 200);
    assert.equal((await fixtures.call(anna, 'DELETE', path)).status, 200);
    assert.equal((await read(`/ext/portal/${rotated.body.token}`)).status, 404);
    assert.equal((await fixtures.call(anna, 'DELETE', path)).status, 404);
    const events = (await fixtures.call(root, 'GET', `/ext/audit?event=portal_changed&subject_id=${cellar}&order=asc`)).body
      .items;
    assert.deepEqual(
      events.map(({ actor_name, subject_name, detail }: Record<string, unknown>) => [actor_name, subject_name, detail]),
      [
        ['anna', 'Cellar', { change: 'opened' }],
        ['root', 'Cellar', { change: 'rotated' }],
        ['anna', 'Cellar', { change: 'ended' }],
      ],
    );
  });

  it('GET /ext/portals lists those of a project with their addresses', async () => {
    const { items, total } = (await fixtures.call(anna, 'GET', `/ext/portals?project_id=${tower}`)).body;
    assert.equal(total, 1);
    const { created_at: _, ...item } = items[0];
    assert.deepEqual(item, {
      object_id: lobby,
      object_name: 'Lobby',
      address: 'Lobby street 1',
      project_id: tower,
      project_name: 'Tower',
      url: `https://callout.example.com/r/${token}`,
    });
  });

  it('takes no reports while its object is disabled, and is not opened for one', async () => {
    const attic = await fixtures.createObject(anna, tower, 'Attic');
    const closed = await openPortal(fixtures, anna, attic);
    await fixtures.call(anna, 'PATCH', `/objects/${attic}`, { is_active: false });
    assert.equal((await read(`/ext/portal/${closed}`)).status, 404);
    assert.equal((await sendReport(fixtures, closed, { proof: '' })).status, 404);
    assert.equal((await fixtures.call(anna, 'POST', `/ext/objects/${attic}/portal`)).status, 409);
  });

  it('stores its token encrypted', async () => {
    const { token_secret } = await fixtures.db.read
      .selectFrom('object_portals')
      .select('token_secret')
      .where('object_id', '=', lobby)
      .executeTakeFirstOrThrow();
    assert(!token_secret.toString('latin1').includes(token));
  });
});

describe('POST /ext/portal/{token}/reports', () => {
  it('creates a report that the client and admins list, and nobody else', async () => {
    const id = await report({ text: '  No light\nat all ', category: 'electric', floor: '3', contact: 'Eve, 030 123' }, [
      picture,
    ]);
    const [item] = (await list(anna)).items;
    const { photos, ...rest } = item;
    assert.deepEqual(rest, {
      id,
      status: 'open',
      text: 'No light\nat all',
      category: 'electric',
      floor: '3',
      contact: 'Eve, 030 123',
      email: '',
      object_id: lobby,
      object_name: 'Lobby',
      address: 'Lobby street 1',
      project_id: tower,
      project_name: 'Tower',
      equipment: null,
      reported_by: null,
      from_ticket_id: null,
      ticket_id: null,
      reason: '',
      decided_by_name: '',
      decided_at: null,
      created_at: fixtures.now.toISOString(),
      rating: null,
    });
    assert.deepEqual([photos.length, photos[0].content_type, photos[0].filename], [1, 'image/jpeg', 'hall.jpg']);
    for (const url of [photos[0].url, photos[0].thumb_url]) {
      const { status } = await read(url.replace('https://callout.example.com', ''));
      assert.equal(status, 200, url);
    }
    assert.equal((await list(root)).items[0].id, id);
    assert.equal((await list(boris)).total, 0);
    assert.equal((await fixtures.call(wanda, 'GET', '/ext/reports')).status, 403);
  });

  it('answers the address of the page that tells the state', async () => {
    const { body } = await sendReport(fixtures, token);
    assert.deepEqual(body, { id: body.id, status_url: `https://callout.example.com/r/${token}/${body.id}` });
    assert.match(body.id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
  });

  it('refuses texts and fields that are too short, too long or unknown, and stores nothing', async () => {
    const { total } = await list(anna);
    const filesBefore = await storedKeys();
    const wrong: Record<string, string>[] = [
      { text: ' four ' },
      { text: '🔧'.repeat(2_001) },
      { text: 'nul \0 in it' },
      { category: 'roof' },
      { floor: 'x'.repeat(51) },
      { contact: 'x'.repeat(201) },
    ];
    for (const fields of wrong) {
      const { status, body } = await sendReport(fixtures, token, fields, { photos: [picture] });
      assert.deepEqual([status, typeof body.error], [400, 'string'], JSON.stringify(fields).slice(0, 80));
    }
    assert.equal((await sendReport(fixtures, token, { text: '🔧'.repeat(2_000), category: '' })).status, 201);
    assert.equal((await list(anna)).total, total + 1);
    assert.deepEqual(await storedKeys(), filesBefore);
    assert.deepEqual(readdirSync(spoolFolder(fixtures.deps.config.dataDir)), []);
  });

  it('takes up to three photos, and refuses what is none', async () => {
    assert.equal((await sendReport(fixtures, token, {}, { photos: [picture, picture, picture] })).status, 201);
    const filesBefore = await storedKeys();
    assert.equal((await sendReport(fixtures, token, {}, { photos: [picture, picture, picture, picture] })).status, 400);
    assert.equal((await sendReport(fixtures, token, {}, { photos: [picture, '<svg/>'] })).status, 400);
    assert.equal((await sendReport(fixtures, token, {}, { photos: [photo()] })).status, 400);
    assert.deepEqual(await storedKeys(), filesBefore);
    assert.deepEqual(readdirSync(spoolFolder(fixtures.deps.config.dataDir)), []);
  });

  it('leaves no file when the report cannot be stored', async () => {
    const filesBefore = (await storedKeys()).sort();
    const { storage } = fixtures.deps;
    const put = storage.put.bind(storage);
    storage.put = async (key, file) => {
      await put(key, file);
      token = await openPortal(fixtures, anna, lobby); // the address is void when the files are stored
    };
    try {
      assert.equal((await sendReport(fixtures, token, {}, { photos: [picture, picture] })).status, 404);
    } finally {
      storage.put = put;
    }
    await deletePendingFiles(fixtures.deps);
    assert.deepEqual((await storedKeys()).sort(), filesBefore);
  });

  it('sent again with the same Idempotency-Key makes one report with the same answer', async () => {
    const [key, before] = [crypto.randomUUID(), (await list(anna)).total];
    const text = { text: 'The door does not close', floor: '2' };
    const first = await sendReport(fixtures, token, text, { photos: [picture], key });
    const again = await sendReport(fixtures, token, text, { photos: [picture], key });
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
    for (const [fields, photos] of [
      [{ ...text, floor: '3' }, [picture]],
      [text, []],
      [text, [picture, picture]],
    ] as const) {
      const other = await sendReport(fixtures, token, fields, { photos: [...photos], key });
      assert.deepEqual([other.status, other.body], [409, { error: 'this Idempotency-Key was used for another request' }]);
    }
    assert.equal((await list(anna)).total, before + 1);
    const elsewhere = await openPortal(fixtures, anna, await fixtures.createObject(anna, tower, 'Laundry'));
    assert.equal((await sendReport(fixtures, elsewhere, text, { key })).headers['idempotency-replayed'], undefined);
    await accept(anna, first.body.id);
    const later = await sendReport(fixtures, token, text, { photos: [picture], key });
    assert.deepEqual([later.status, later.body], [201, first.body], 'also when it became a ticket');
  });

  it('sent ten times at once with one Idempotency-Key makes one report and leaves no other file', async () => {
    const [key, before, files] = [crypto.randomUUID(), (await list(anna)).total, (await storedKeys()).length];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => sendReport(fixtures, token, {}, { photos: [picture], key, ip: `198.51.100.${i}` })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
    assert.equal((await list(anna)).total, before + 1);
    await deletePendingFiles(fixtures.deps);
    assert.equal((await storedKeys()).length, files + 1);
  });

  it('a refusal is not stored with its Idempotency-Key', async () => {
    const key = crypto.randomUUID();
    assert.equal((await sendReport(fixtures, token, { text: 'no' }, { key })).status, 400);
    assert.equal((await sendReport(fixtures, token, {}, { key })).status, 201);
  });

  it('returns 400 for a body that is no form, and 404 for a token that nobody has', async () => {
    assert.equal((await fixtures.call(undefined, 'POST', `/ext/portal/${token}/reports`, { text: 'No light' })).status, 400);
    assert.equal((await sendReport(fixtures, 'x'.repeat(43), { proof: '' })).status, 404);
  });
});

describe('GET /ext/portal/{token}', () => {
  it('counts open reports and tickets by category and tells nothing else about them', async () => {
    const cellar = await fixtures.createObject(anna, tower, 'Basement');
    token = await openPortal(fixtures, anna, cellar);
    const none = { electric: 0, plumbing: 0, climate: 0, elevator: 0, other: 0 };
    const opened = async () => (await read(`/ext/portal/${token}`)).body.open;
    assert.deepEqual(await opened(), none);
    const ticket = await fixtures.createTicket({ category: 'plumbing' }, anna, cellar);
    const id = await report();
    await report({ category: 'elevator' });
    assert.deepEqual(await opened(), { ...none, plumbing: 1, other: 1, elevator: 1 });
    await fixtures.call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'a mistake' });
    await dismiss(anna, id);
    assert.deepEqual(await opened(), { ...none, elevator: 1 });
    const { challenge: _, ...body } = (await read(`/ext/portal/${token}`)).body;
    assert.deepEqual(body, {
      object: { name: 'Basement', address: 'Basement street 1' },
      equipment: null,
      announcements: [],
      open: { ...none, elevator: 1 },
    });
    token = await openPortal(fixtures, anna, lobby);
  });
});

describe('POST /ext/reports/{id}/accept', () => {
  it('creates a ticket as POST /tickets does, with the photos as attachments', async () => {
    const id = await report({ floor: '2', contact: 'Eve' }, [picture, picture]);
    const filesBefore = (await storedKeys()).sort();
    const { status, body } = await accept(anna, id);
    assert.equal(status, 201);
    const { created_at, ...expected } = (await fixtures.call(anna, 'GET', `/tickets/${body.id}`)).body;
    assert.deepEqual(body, { ...expected, created_at });
    assert.deepEqual(
      [body.status, body.category, body.priority, body.description, body.floor, body.object_id, body.client_id],
      ['new', 'electric', 'high', 'The lamp in the hall is dark', '2', lobby, anna.id],
    );
    const events = (await fixtures.call(anna, 'GET', `/tickets/${body.id}/events`)).body.items;
    assert.deepEqual(
      events.map(({ action, actor_name }: Record<string, string>) => [action, actor_name]),
      [['created', 'anna']],
    );
    const attached = (await fixtures.call(wanda, 'GET', `/ext/tickets/${body.id}/attachments`)).body.items;
    assert.deepEqual(
      attached.map(({ kind, author_name }: Record<string, string>) => [kind, author_name]),
      [
        ['report', 'anna'],
        ['report', 'anna'],
      ],
    );
    await deletePendingFiles(fixtures.deps);
    assert.deepEqual((await storedKeys()).sort(), filesBefore);
    const [item] = (await list(anna, `?ticket_id=${body.id}`)).items;
    assert.deepEqual([item.id, item.status, item.photos, item.decided_by_name], [id, 'accepted', [], 'anna']);
    await fixtures.deliver('notifications');
    const told = (await fixtures.call(wanda, 'GET', '/ext/notifications')).body.items[0];
    assert.deepEqual([told.event, told.ticket_id], ['ticket_available', body.id]);
  });

  it('takes another description, and by an admin it is a ticket of the client', async () => {
    const id = await report();
    const { body } = await accept(root, id, { category: 'other', priority: 'low', description: 'Replace the lamp' });
    assert.deepEqual([body.client_id, body.description], [anna.id, 'Replace the lamp']);
    const [created] = (await fixtures.call(anna, 'GET', `/tickets/${body.id}/events`)).body.items;
    assert.equal(created.actor_name, 'root');
  });

  it('is refused for others, with wrong values, and while the object is disabled', async () => {
    const id = await report();
    assert.equal((await accept(boris, id)).status, 404);
    assert.equal((await accept(wanda, id)).status, 403);
    assert.equal((await accept(anna, id, { category: 'electric' })).status, 400);
    assert.equal((await accept(anna, crypto.randomUUID())).status, 404);
    assert.equal((await accept(anna, '17')).status, 400);
    await fixtures.call(anna, 'PATCH', `/objects/${lobby}`, { is_active: false });
    assert.equal((await accept(anna, id)).status, 409);
    await fixtures.call(anna, 'PATCH', `/objects/${lobby}`, { is_active: true });
    assert.equal((await accept(anna, id)).status, 201);
  });

  it('is won by one of those who answer a report at once', async () => {
    const id = await report();
    const ticket = await fixtures.createTicket();
    const answers = await Promise.all([
      accept(anna, id),
      accept(root, id),
      dismiss(anna, id),
      merge(root, id, ticket),
      accept(anna, id),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status < 300).length, 1, String(statuses));
    assert.equal(statuses.filter((status) => status === 409).length, 4, String(statuses));
  });
});

describe('POST /ext/reports/{id}/merge', () => {
  it('adds a report to an open ticket of its object, as a comment with its photos', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const id = await report({ text: 'Still dark here', floor: '4', contact: 'Eve' }, [picture]);
    const { status, body } = await merge(anna, id, ticket);
    assert.deepEqual([status, body.status, body.ticket_id], [200, 'merged', ticket]);
    const [comment] = (await fixtures.call(wanda, 'GET', `/ext/tickets/${ticket}/comments`)).body.items;
    assert.equal(comment.text, 'Reported again on the public page:\nStill dark here\nFloor: 4');
    assert.equal(comment.attachments.length, 1);
    assert(!JSON.stringify(comment).includes('Eve'));
  });

  it('is refused for tickets that are closed, of another object, of others, or unknown', async () => {
    const id = await report();
    const closed = await fixtures.createTicketWithStatus('closed');
    const roof = await fixtures.createObject(anna, tower, 'Roof');
    const elsewhere = await fixtures.createTicket({}, anna, roof);
    const foreign = await fixtures.createTicket({}, boris, gate);
    assert.equal((await merge(anna, id, closed)).status, 409);
    assert.equal((await merge(anna, id, elsewhere)).status, 409);
    assert.equal((await merge(root, id, foreign)).status, 404);
    assert.equal((await merge(anna, id, 999_999)).status, 404);
  });

  it('is refused when the ticket would have too many attachments, and changes nothing then', async () => {
    const ticket = await fixtures.createTicket();
    for (let i = 0; i < 9; i++) {
      const { body, headers } = multipartForm([{ name: 'a.jpg', bytes: photo() }]);
      assert.equal((await fixtures.call(anna, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers)).status, 201);
    }
    const id = await report({}, [picture, picture]);
    assert.equal((await merge(anna, id, ticket)).status, 409);
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/comments`)).body.total, 0);
    assert.equal((await list(anna, '?status=open')).items.find((item: { id: string }) => item.id === id).photos.length, 2);
  });

  it('of two at once leaves a ticket with no more attachments than it may have', async () => {
    const ticket = await fixtures.createTicket();
    for (let i = 0; i < 9; i++) {
      const { body, headers } = multipartForm([{ name: 'a.jpg', bytes: photo() }]);
      assert.equal((await fixtures.call(anna, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers)).status, 201);
    }
    const ids = [await report({}, [picture]), await report({}, [picture])];
    const answers = await Promise.all(ids.map((id) => merge(anna, id, ticket)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  });
});

describe('retention of reports', () => {
  it('a dismissed report goes with its photos after 30 days, and an open one stays', async () => {
    const [dismissed, open] = [await report({}, [picture]), await report()];
    const filesBefore = (await storedKeys()).length;
    assert.equal((await dismiss(anna, dismissed)).body.reason, 'It works again');
    fixtures.advanceClock(30 * day - 1_000);
    await deleteDismissedReports(fixtures.deps);
    const ids = async () => (await list(anna, '?limit=100')).items.map(({ id }: { id: string }) => id);
    assert((await ids()).includes(dismissed));
    fixtures.advanceClock(2_000);
    assert((await deleteDismissedReports(fixtures.deps)) > 0);
    const left = await ids();
    assert.deepEqual([left.includes(dismissed), left.includes(open)], [false, true]);
    await deletePendingFiles(fixtures.deps);
    assert.equal((await storedKeys()).length, filesBefore - 1);
  });

  it('reports and contacts go with their ticket', async () => {
    const id = await report({ contact: 'Eve' });
    const { body } = await accept(anna, id);
    await fixtures.call(anna, 'PATCH', `/tickets/${body.id}/cancel`, { reason: 'a mistake' });
    fixtures.advanceClock(61 * day);
    await deleteExpiredTickets(fixtures.deps);
    assert.equal((await read(`/r/${token}/${id}`)).status, 404);
    assert.equal((await list(anna, `?ticket_id=${body.id}`)).total, 0);
  });

  it('reports go with their project, files included', async () => {
    const shed = await fixtures.createProject(anna, 'Shed');
    const door = await fixtures.createObject(anna, shed, 'Door');
    const filesBefore = (await storedKeys()).sort();
    const shedToken = await openPortal(fixtures, anna, door);
    const { body } = await sendReport(fixtures, shedToken, {}, { photos: [picture] });
    const second = await sendReport(fixtures, shedToken, {}, { photos: [picture] });
    assert.equal((await accept(anna, second.body.id)).status, 201);
    assert.equal((await fixtures.call(root, 'DELETE', `/projects/${shed}`)).status, 200);
    assert.equal((await read(`/r/${shedToken}/${body.id}`)).status, 404);
    await deletePendingFiles(fixtures.deps);
    assert.deepEqual((await storedKeys()).sort(), filesBefore);
  });
});

describe('the notification report_received', () => {
  it('reaches the client of the object, and goes with the report', async () => {
    await fixtures.clearDeliveries();
    const id = await report({ text: 'Water on the floor\nof the hall' });
    await fixtures.deliver('notifications');
    const told = async () => (await fixtures.call(anna, 'GET', '/ext/notifications')).body.items[0];
    const { event, ticket_id, params } = await told();
    assert.deepEqual(
      [event, ticket_id, params],
      ['report_received', null, { title: 'Water on the floor', object_name: 'Lobby' }],
    );
    for (const who of [root, boris, wanda]) {
      const { items } = (await fixtures.call(who, 'GET', '/ext/notifications')).body;
      assert(!items.some((item: { event: string }) => item.event === 'report_received'), who.name);
    }
    await dismiss(anna, id);
    fixtures.advanceClock(31 * day);
    await deleteDismissedReports(fixtures.deps);
    assert.notEqual((await told())?.params.title, 'Water on the floor');
  });
});
