import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { multipartForm } from '../testing/photo-files.ts';
import { openPortal } from '../testing/portal-client.ts';

// What there is to do in an object, what is announced about it, and equipment from files.

const fixtures = await Fixtures.create({ PORTAL_PROOF: 'false', MAX_EQUIPMENT: '12' });
const { root, anna, boris, wanda, ivan, tower, yard } = fixtures;

const ok = async (
  who: TestUser | undefined,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const at = (hours: number): string => new Date(fixtures.now.getTime() + hours * 3_600_000).toISOString();

describe('objects with what there is to do', () => {
  it('count their open and overdue tickets, and know when the last was closed and when somebody comes', async () => {
    const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: {} };
    await ok(anna, 'PUT', `/ext/projects/${tower}/targets`, targets);
    const [busy, quiet] = [await fixtures.createObject(anna, tower, 'Busy'), await fixtures.createObject(anna, tower, 'Quiet')];
    const late = await fixtures.createTicket({}, anna, busy);
    await fixtures.deliver('deadlines');
    fixtures.advanceClock(2 * 3_600_000);
    const closedAt = fixtures.now.toISOString();
    const closed = await fixtures.createTicket({}, anna, busy);
    await ok(anna, 'PATCH', `/tickets/${closed}/cancel`, { reason: 'a mistake' });
    fixtures.advanceClock(60_000);
    const planned = await fixtures.createTicket({}, anna, busy);
    await fixtures.deliver('deadlines');
    for (const [ticket, from] of [
      [late, at(48)],
      [planned, at(24)],
    ] as const)
      await ok(anna, 'PUT', `/ext/tickets/${ticket}/appointment`, {
        from,
        to: new Date(Date.parse(from) + 3_600_000).toISOString(),
      });
    const { id: lift } = await ok(anna, 'POST', `/ext/objects/${busy}/equipment`, { name: 'Lift' });
    const paper = multipartForm([
      { field: 'title', bytes: 'Paper' },
      { name: 'paper.pdf', bytes: '%PDF-1.7 paper' },
    ]);
    for (const place of [`objects/${busy}`, `equipment/${lift}`])
      assert.equal((await fixtures.call(anna, 'POST', `/ext/${place}/documents`, paper.body, paper.headers)).status, 201);
    await ok(anna, 'POST', `/ext/objects/${busy}/announcements`, { text: 'Now', from: at(-1), to: at(1) });
    await ok(anna, 'POST', `/ext/objects/${busy}/announcements`, { text: 'Later', from: at(1), to: at(2) });
    const { object, ...summary } = await ok(root, 'GET', `/ext/objects/${busy}`);
    assert.deepEqual([object.name, object.project_id], ['Busy', tower]);
    assert.deepEqual(summary, {
      open: 2,
      overdue: 1,
      last_closed_at: closedAt,
      next_appointment_at: at(24),
      equipment: 1,
      documents: 1,
      announcements: 1,
    });
    const namesBy = async (sort: string) =>
      (await ok(anna, 'GET', `/ext/objects?project_id=${tower}&sort=${sort}`)).items.map(({ name }: { name: string }) => name);
    for (const sort of ['open', 'overdue', 'last_closed_at']) assert.equal((await namesBy(sort))[0], 'Busy', sort);
    assert.equal((await namesBy('last_closed_at&order=asc'))[0], 'Busy', 'objects without a closed ticket come last');
    assert.notEqual((await namesBy('open&order=asc'))[0], 'Busy');
    const { items } = await ok(anna, 'GET', `/ext/objects?id=${busy}`);
    assert.deepEqual([items[0].open, items[0].overdue, items[0].last_closed_at], [2, 1, closedAt]);
    const empty = await ok(anna, 'GET', `/ext/objects/${quiet}`);
    assert.deepEqual([empty.open, empty.overdue, empty.last_closed_at, empty.next_appointment_at], [0, 0, null, null]);
    const specified = (await ok(anna, 'GET', `/projects/${tower}/objects`)).items[0];
    const names = ['id', 'project_id', 'project_name', 'name', 'address', 'is_active', 'created_at'];
    assert.deepEqual(Object.keys(specified).sort(), names.sort());
  });
});

describe('announcements', () => {
  it('are shown on the pages of the object and its equipment and with its tickets while they last, and nowhere else', async () => {
    const [hall, other] = [await fixtures.createObject(anna, tower, 'Hall'), await fixtures.createObject(anna, tower, 'Other')];
    const text = 'No <b>water</b> today';
    const shown = await ok(anna, 'POST', `/ext/objects/${hall}/announcements`, { text, from: at(0), to: at(2) });
    const soon = await ok(root, 'POST', `/ext/objects/${hall}/announcements`, { text: 'Soon', from: at(2), to: at(3) });
    const token = await openPortal(fixtures, anna, hall);
    const { id: lift } = await ok(anna, 'POST', `/ext/objects/${hall}/equipment`, { name: 'Lift' });
    const ofLift = (await ok(anna, 'POST', `/ext/equipment/${lift}/portal`)).token;
    const [ticket, elsewhere] = [await fixtures.createTicket({}, anna, hall), await fixtures.createTicket({}, anna, other)];
    const seen = async (): Promise<string[][]> => {
      const lists = [
        (await ok(undefined, 'GET', `/ext/portal/${token}`)).announcements,
        (await ok(undefined, 'GET', `/ext/portal/${ofLift}`)).announcements,
        (await ok(wanda, 'GET', `/ext/tickets/${ticket}`)).announcements,
        (await ok(wanda, 'GET', `/ext/objects/${hall}/announcements?current=true`)).items,
      ];
      return lists.map((list) => list.map((one: { text: string }) => one.text));
    };
    assert.deepEqual(await seen(), [[text], [text], [text], [text]]);
    const page = (await fixtures.call(undefined, 'GET', `/r/${token}`)).body;
    assert(page.includes('No &lt;b&gt;water&lt;/b&gt; today') && !page.includes('Soon'));
    assert.deepEqual((await ok(anna, 'GET', `/ext/tickets/${elsewhere}`)).announcements, []);
    assert.equal((await ok(anna, 'GET', '/ext/tickets')).items[0].announcements, undefined, 'lists do not have them');
    fixtures.advanceClock(2 * 3_600_000); // `to` is excluded, `from` is not
    assert.deepEqual(await seen(), [['Soon'], ['Soon'], ['Soon'], ['Soon']]);
    assert.deepEqual(
      (await ok(anna, 'GET', `/ext/objects/${hall}/announcements`)).items.map(({ id }: { id: number }) => id),
      [soon.id, shown.id],
    );
    await ok(anna, 'PATCH', `/ext/announcements/${shown.id}`, { to: at(1) });
    assert.deepEqual((await seen())[0], [text, 'Soon']);
    await ok(root, 'DELETE', `/ext/announcements/${soon.id}`);
    assert.deepEqual((await seen())[2], [text]);
    for (const who of [boris, ivan])
      assert.equal((await fixtures.call(who, 'GET', `/ext/announcements/${shown.id}`)).status, 404);
  });

  it('end after they begin, also after a change, and are limited in number', async () => {
    const hall = await fixtures.createObject(anna, tower, 'Full');
    const url = `/ext/objects/${hall}/announcements`;
    const refused = await fixtures.call(anna, 'POST', url, { text: 'Never', from: at(1), to: at(1) });
    assert.deepEqual([refused.status, refused.body.error], [400, 'to must be after from']);
    const { id } = await ok(anna, 'POST', url, { text: 'One', from: at(1), to: at(2) });
    assert.equal((await fixtures.call(anna, 'PATCH', `/ext/announcements/${id}`, { from: at(3) })).status, 400);
    const row = { object_id: hall, text: 'Old', from_at: new Date(at(-2)), to_at: new Date(at(-1)), created_at: fixtures.now };
    await fixtures.transaction((tx) => tx.insertInto('announcements').values(Array(98).fill(row)).execute());
    const answers = await Promise.all(
      [1, 2].map(() => fixtures.call(anna, 'POST', url, { text: 'Last', from: at(1), to: at(2) })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  });
});

describe('POST /ext/import/equipment', () => {
  const send = (file: string, who = boris, query = '') =>
    fixtures.call(who, 'POST', `/ext/import/equipment${query}`, file, { 'content-type': 'text/csv' });
  const header = 'project,object,name,kind,location,serial,installed_on,warranty_until';

  it('creates the equipment of all rows, and nothing when a row is wrong or in a dry run', async () => {
    const shed = await fixtures.createObject(boris, yard, 'Shed');
    const rows = `${header}\nYard,Shed,Pump,water,Cellar,4711,2019-05-31,\nYard,Gate,Motor,,,,,2029-05-31`;
    assert.deepEqual((await send(rows, boris, '?dry_run=true')).body.created, 0);
    const wrong = await send(`${rows}\nYard,Barn,Pump,,,,,\nTower,Lobby,Lift,,,,,\nYard,Shed,Fan,,,,31.05.2019,`);
    assert.deepEqual(
      [wrong.status, wrong.body.rows.slice(2).map(({ column }: { column: string }) => column)],
      [400, ['object', 'project', 'installed_on']],
    );
    assert.equal((await ok(boris, 'GET', `/ext/objects/${shed}/equipment`)).total, 0);
    const { status, body } = await send(rows);
    assert.deepEqual([status, body.created], [200, 2], JSON.stringify(body));
    const [pump] = (await ok(boris, 'GET', `/ext/objects/${shed}/equipment`)).items;
    const { name, kind, location, serial, installed_on, warranty_until } = pump;
    assert.deepEqual(
      [name, kind, location, serial, installed_on, warranty_until],
      ['Pump', 'water', 'Cellar', '4711', '2019-05-31', null],
    );
    const again = await send('project,object,name\nYard,Shed,Pump');
    assert.equal(again.body.rows[0].error, 'equipment with this name already exists in the object');
  });

  it('keeps to the number of a client', async () => {
    const many = Array.from({ length: 13 }, (_, i) => `Yard,Gate,Machine ${i}`).join('\n');
    const refused = await send(`project,object,name\n${many}`);
    assert.deepEqual([refused.status, refused.headers['error-code']], [409, 'quota_reached']);
  });
});
