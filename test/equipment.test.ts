import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runDuePatterns } from '../src/product/schedules/recurring/run-due-rules.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { waitForLockWait } from '../testing/wait.ts';

// What stands in objects, and which of it a ticket or a rule is about.

const fixtures = await Fixtures.create({ MAX_EQUIPMENT: '30' });
const { root, anna, boris, wanda, ivan, tower, lobby, gate } = fixtures;

const call = (who: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) =>
  fixtures.call(who, method, url, body);
const get = async (who: TestUser, url: string) => {
  const { status, body } = await call(who, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
let names = 0;
const add = async (fields: object = {}, object = lobby, who = anna) => {
  const { status, body } = await call(who, 'POST', `/ext/objects/${object}/equipment`, { name: `Lift ${++names}`, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};
const setOn = (who: TestUser, ticket: number, equipment_id: unknown) =>
  call(who, 'PUT', `/ext/tickets/${ticket}/equipment`, { equipment_id } as object);
const idsOf = (page: { items: { id: number }[] }): number[] => page.items.map(({ id }) => id);

describe('equipment of an object', () => {
  it('is read as it was written, with what nobody said empty, and changes field by field', async () => {
    const whole = {
      name: 'Boiler',
      kind: 'heating',
      location: 'Cellar',
      manufacturer: 'Viessmann',
      model: 'Vitodens',
      serial: '4711',
      installed_on: '2019-05-31',
      warranty_until: '2029-05-31',
      notes: 'Key at the porter',
    };
    const place = { object_id: lobby, object_name: 'Lobby', project_id: tower, project_name: 'Tower' };
    const boiler = await add(whole);
    const { id, created_at } = boiler;
    assert.deepEqual(boiler, { ...whole, ...place, id, created_at, is_active: true, has_portal: false });
    assert.deepEqual(await get(wanda, `/ext/equipment/${id}`), boiler);
    const bare = await add({ name: 'Door' });
    assert.deepEqual(
      [bare.kind, bare.location, bare.serial, bare.installed_on, bare.warranty_until, bare.notes],
      ['', '', '', null, null, ''],
    );
    const changed = await call(root, 'PATCH', `/ext/equipment/${id}`, { warranty_until: null, is_active: false, kind: ' gas ' });
    assert.deepEqual([changed.status, changed.body], [200, { ...boiler, warranty_until: null, is_active: false, kind: 'gas' }]);
    assert.deepEqual(await get(anna, `/ext/equipment/${id}`), changed.body);
  });

  it('is found by parts of its words, and by whether it is in use', async () => {
    const hall = await fixtures.createObject(anna, tower, 'Hall');
    const door = await add({ name: 'Brandschutztür', serial: 'XK-7' }, hall);
    const pump = await add({ name: 'Pump', kind: 'water', is_active: false }, hall);
    const found = async (query: string) => idsOf(await get(wanda, `/ext/objects/${hall}/equipment?${query}`));
    assert.deepEqual(await found(''), [door.id, pump.id]);
    assert.deepEqual(await found('q=schutztuer'), [door.id]);
    assert.deepEqual(await found('q=xk-7%20brand'), [door.id]);
    assert.deepEqual(await found('q=water%20xk'), []);
    assert.deepEqual(await found('is_active=true'), [door.id]);
    assert.deepEqual(await found('is_active=false'), [pump.id]);
    assert.deepEqual(await found('sort=id&order=desc'), [pump.id, door.id]);
  });

  it('has a name that is unique in its object', async () => {
    const first = await add({ name: 'Ramp' });
    const again = await call(anna, 'POST', `/ext/objects/${lobby}/equipment`, { name: 'Ramp' });
    const message = 'equipment with this name already exists in the object';
    assert.deepEqual([again.status, again.body.error, again.headers['error-code']], [409, message, 'equipment_name_taken']);
    await add({ name: 'Ramp' }, gate, boris);
    const other = await add({});
    assert.equal((await call(anna, 'PATCH', `/ext/equipment/${other.id}`, { name: 'Ramp' })).status, 409);
    assert.equal((await call(anna, 'PATCH', `/ext/equipment/${first.id}`, { name: 'Ramp' })).status, 200);
  });

  it('is limited in number for each client', async () => {
    const rows = await Promise.all(
      Array.from({ length: 40 }, (_, i) => call(boris, 'POST', `/ext/objects/${gate}/equipment`, { name: `Gate ${i}` })),
    );
    assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set([201, 409]));
    assert.equal((await get(boris, `/ext/objects/${gate}/equipment`)).total, 30);
  });
});

describe('the equipment of a ticket', () => {
  it('is set, replaced and removed, and is a field of the ticket and a filter of the list', async () => {
    const [lift, door] = [await add(), await add({ name: 'Fire door' })];
    const [one, two] = [await fixtures.createTicketWithStatus('assigned'), await fixtures.createTicketWithStatus('closed')];
    assert.equal((await get(wanda, `/ext/tickets/${one}`)).equipment, null);
    const set = await setOn(wanda, one, lift.id);
    assert.deepEqual([set.status, set.body], [200, { equipment: { id: lift.id, name: lift.name } }]);
    assert.equal((await setOn(anna, two, door.id)).status, 200);
    assert.deepEqual((await get(wanda, `/ext/tickets/${one}`)).equipment, { id: lift.id, name: lift.name });
    const list = await get(anna, `/ext/tickets?equipment_id=${lift.id},${door.id}&sort=id&order=asc`);
    assert.deepEqual(
      list.items.map(({ equipment }: { equipment: { name: string } }) => equipment.name),
      [lift.name, 'Fire door'],
    );
    assert.deepEqual(idsOf(await get(wanda, `/ext/tickets?equipment_id=${lift.id}`)), [one]);
    assert.deepEqual(idsOf(await get(boris, `/ext/tickets?equipment_id=${lift.id}`)), []);
    assert.equal((await setOn(root, one, door.id)).status, 200);
    assert.deepEqual(idsOf(await get(anna, `/ext/tickets?equipment_id=${lift.id}`)), []);
    assert.deepEqual((await setOn(anna, one, null)).body, { equipment: null });
    assert.equal((await get(anna, `/ext/tickets/${one}`)).equipment, null);
  });

  it('is of the same object: other equipment, and none at all, is 400', async () => {
    const hall = await fixtures.createObject(anna, tower, 'Other hall');
    const elsewhere = await add({}, hall);
    const ticket = await fixtures.createTicket();
    for (const id of [elsewhere.id, 999_999]) {
      const refused = await setOn(anna, ticket, id);
      const message = 'equipment_id is no equipment of this object';
      assert.deepEqual([refused.status, refused.body.error], [400, message]);
    }
    assert.equal((await call(anna, 'PUT', `/ext/tickets/${ticket}/equipment`, {})).status, 400);
    for (const value of ['1', 1.5, 0, -1, [], true]) assert.equal((await setOn(anna, ticket, value)).status, 400, String(value));
  });

  it('is not deleted while tickets are about it, also when one is set at the same time', async () => {
    const lift = await add();
    const ticket = await fixtures.createTicket();
    assert.equal((await setOn(anna, ticket, lift.id)).status, 200);
    const refused = await call(anna, 'DELETE', `/ext/equipment/${lift.id}`);
    assert.deepEqual([refused.status, refused.headers['error-code']], [409, 'equipment_has_tickets']);
    assert.equal((await setOn(anna, ticket, null)).status, 200);
    // Whoever sets it holds the row until the commit, and the deletion waits for it.
    let deletion: ReturnType<typeof call> | undefined;
    await fixtures.transaction(async (tx) => {
      await tx.insertInto('ticket_equipment').values({ ticket_id: ticket, equipment_id: lift.id }).execute();
      deletion = call(anna, 'DELETE', `/ext/equipment/${lift.id}`);
      await waitForLockWait(fixtures.db);
    });
    assert.equal((await deletion)?.status, 409);
    assert.equal((await setOn(anna, ticket, null)).status, 200);
    assert.equal((await call(anna, 'DELETE', `/ext/equipment/${lift.id}`)).status, 200);
    assert.equal((await call(anna, 'GET', `/ext/equipment/${lift.id}`)).status, 404);
  });
});

describe('the equipment of a rule with a pattern', () => {
  const pattern = { rrule: 'FREQ=DAILY', starts_on: '2026-03-01', time: '12:00', timezone: 'UTC' };
  const rule = {
    anchor_at: '2026-03-02T00:00:00Z',
    category: 'elevator',
    description: 'Check the lift',
    object_id: lobby,
    period_days: 1,
  };

  it('each ticket is about it, until it is deleted', async () => {
    const lift = await add();
    const made = await call(anna, 'POST', '/ext/recurring', { ...rule, pattern: { ...pattern, equipment_id: lift.id } });
    assert.deepEqual([made.status, made.body.pattern.equipment], [201, { id: lift.id, name: lift.name }]);
    const { id } = made.body;
    fixtures.now = new Date('2026-03-01T12:00:00Z');
    await runDuePatterns(fixtures.deps);
    const [ticket] = (await get(anna, `/ext/tickets?equipment_id=${lift.id}`)).items;
    assert.deepEqual([ticket.description, ticket.equipment.id], ['Check the lift', lift.id]);
    assert.equal((await setOn(anna, ticket.id, null)).status, 200);
    assert.equal((await call(anna, 'DELETE', `/ext/equipment/${lift.id}`)).status, 200);
    assert.equal((await get(anna, `/ext/recurring/${id}/pattern`)).equipment, null);
    const without = await call(anna, 'PUT', `/ext/recurring/${id}/pattern`, { ...pattern, equipment_id: lift.id });
    assert.deepEqual([without.status, without.headers['error-code']], [400, 'equipment_of_other_object']);
  });
});

it('workers who are no active members read no equipment, and no worker changes it', async () => {
  const lift = await add();
  for (const url of [`/ext/objects/${lobby}/equipment`, `/ext/equipment/${lift.id}`])
    assert.deepEqual([(await call(ivan, 'GET', url)).status, (await call(boris, 'GET', url)).status], [404, 404]);
  assert.equal((await call(wanda, 'PATCH', `/ext/equipment/${lift.id}`, { name: 'Mine' })).status, 403);
});
