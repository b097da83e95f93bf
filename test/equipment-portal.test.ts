import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openPortal, sendReport } from '../testing/portal-client.ts';
import { waitForLockWait } from '../testing/wait.ts';

// The public page of equipment, and what becomes of its reports.

const fixtures = await Fixtures.create({ PORTAL_PROOF: 'false', MAX_REPORTS_PER_OBJECT: '8' });
const { root, anna, lobby, tower } = fixtures;

const ok = async (who: TestUser | undefined, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
  const answer = await fixtures.call(who, method, url, body);
  assert(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const statusOf = async (...request: Parameters<typeof fixtures.call>) => (await fixtures.call(...request)).status;
let names = 0;
async function newLift(object = lobby, fields: object = {}): Promise<{ id: number; name: string; token: string; url: string }> {
  const { id, name } = await ok(anna, 'POST', `/ext/objects/${object}/equipment`, { name: `Lift ${++names}`, ...fields });
  const { token, url } = await ok(anna, 'POST', `/ext/equipment/${id}/portal`);
  return { id, name, token, url };
}

it('a report over the portal of equipment tells it, and the ticket is about it', async () => {
  const hall = await fixtures.createObject(anna, tower, 'Hall');
  const lift = await newLift(hall, { kind: 'lift', location: 'East' });
  const closed = { category: 'elevator', priority: 'normal' };
  const page = await ok(undefined, 'GET', `/ext/portal/${lift.token}`);
  const shown = { id: lift.id, name: lift.name, kind: 'lift', location: 'East' };
  assert.deepEqual([page.object.name, page.equipment, page.open.elevator], ['Hall', shown, 0]);
  const sent = await sendReport(fixtures, lift.token, { text: 'It is stuck' });
  assert.equal(sent.status, 201);
  const [report] = (await ok(anna, 'GET', `/ext/reports?equipment_id=${lift.id}`)).items;
  assert.deepEqual([report.id, report.object_id, report.equipment], [sent.body.id, hall, { id: lift.id, name: lift.name }]);
  const ticket = await ok(anna, 'POST', `/ext/reports/${report.id}/accept`, closed);
  const { equipment } = await ok(anna, 'GET', `/ext/tickets/${ticket.id}`);
  assert.deepEqual(equipment, { id: lift.id, name: lift.name });
  const status = await fixtures.call(undefined, 'GET', `/r/${lift.token}/${report.id}`);
  assert(status.status === 200 && status.body.includes(lift.name));
});

it('the page of equipment has the equipment as its heading and counts what is reported of it', async () => {
  const hall = await fixtures.createObject(anna, tower, 'Other hall');
  const [lift, other] = [await newLift(hall), await newLift(hall)];
  const ofObject = await openPortal(fixtures, anna, hall);
  for (const [token, text] of [
    [lift.token, 'It is stuck'],
    [ofObject, 'It is cold'],
  ] as const)
    assert.equal((await sendReport(fixtures, token, { text, category: 'elevator' })).status, 201);
  const open = async (token: string) => (await ok(undefined, 'GET', `/ext/portal/${token}`)).open.elevator;
  assert.deepEqual([await open(lift.token), await open(other.token), await open(ofObject)], [1, 0, 2]);
  const { body } = await fixtures.call(undefined, 'GET', `/r/${lift.token}`);
  assert.match(body, new RegExp(`<p class="object" dir="auto">${lift.name}</p>\\s*<p class="address" dir="auto">Other hall, `));
  assert.equal((await ok(undefined, 'GET', `/ext/portal/${ofObject}`)).equipment, null);
});

it('another address makes the one before void, and an ended portal, disabled and deleted equipment have none', async () => {
  const lift = await newLift();
  assert.equal((await ok(anna, 'GET', `/ext/equipment/${lift.id}`)).has_portal, true);
  const read = await ok(root, 'GET', `/ext/equipment/${lift.id}/portal`);
  assert.deepEqual([read.token, read.url], [lift.token, lift.url]);
  const { token } = await ok(anna, 'POST', `/ext/equipment/${lift.id}/portal`);
  assert.equal(await statusOf(undefined, 'GET', `/ext/portal/${lift.token}`), 404);
  assert.equal(await statusOf(undefined, 'GET', `/ext/portal/${token}`), 200);
  await ok(anna, 'PATCH', `/ext/equipment/${lift.id}`, { is_active: false });
  assert.equal(await statusOf(undefined, 'GET', `/ext/portal/${token}`), 404);
  const refused = await fixtures.call(anna, 'POST', `/ext/equipment/${lift.id}/portal`);
  assert.deepEqual([refused.status, refused.headers['error-code']], [409, 'equipment_disabled']);
  await ok(anna, 'PATCH', `/ext/equipment/${lift.id}`, { is_active: true });
  await ok(anna, 'DELETE', `/ext/equipment/${lift.id}/portal`);
  assert.equal(await statusOf(undefined, 'GET', `/ext/portal/${token}`), 404);
  const again = await ok(anna, 'POST', `/ext/equipment/${lift.id}/portal`);
  await ok(anna, 'DELETE', `/ext/equipment/${lift.id}`);
  assert.equal(await statusOf(undefined, 'GET', `/ext/portal/${again.token}`), 404);
});

it('the portals of an object and of its equipment share the daily number of reports, also when both get one at once', async () => {
  const hall = await fixtures.createObject(anna, tower, 'Busy hall');
  const tokens = [(await newLift(hall)).token, await openPortal(fixtures, anna, hall)];
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      sendReport(fixtures, tokens[i % 2] ?? '', { text: `Report ${i}` }, { ip: `198.51.100.${i + 10}` }),
    ),
  );
  assert.equal(sent.filter(({ status }) => status === 201).length, 8);
  assert.equal(sent.filter(({ status }) => status === 429).length, 4);
});

it('a report of deleted equipment becomes a ticket without it, also when both happen at once', async () => {
  const hall = await fixtures.createObject(anna, tower, 'Last hall');
  const lift = await newLift(hall);
  const { body } = await sendReport(fixtures, lift.token, {}, { ip: '198.51.100.99' });
  let accepting: ReturnType<typeof fixtures.call> | undefined;
  await fixtures.transaction(async (tx) => {
    await sql`delete from equipment where id = ${lift.id}`.execute(tx);
    accepting = fixtures.call(anna, 'POST', `/ext/reports/${body.id}/accept`, { category: 'elevator', priority: 'normal' });
    await waitForLockWait(fixtures.db);
  });
  const accepted = await accepting;
  assert.equal(accepted?.status, 201, JSON.stringify(accepted?.body));
  assert.equal((await ok(anna, 'GET', `/ext/tickets/${accepted?.body.id}`)).equipment, null);
});

it('labels of equipment are a PDF file, and need a portal', async () => {
  const [lift, other] = [await newLift(), await newLift()];
  const { status, body, headers } = await fixtures.call(anna, 'GET', `/ext/equipment/labels.pdf?ids=${lift.id},${other.id}`);
  assert.deepEqual([status, headers['content-type'], String(body).slice(0, 5)], [200, 'application/pdf', '%PDF-']);
  await ok(anna, 'DELETE', `/ext/equipment/${other.id}/portal`);
  const refused = await fixtures.call(anna, 'GET', `/ext/equipment/labels.pdf?ids=${lift.id},${other.id}`);
  assert.deepEqual([refused.status, refused.headers['error-code']], [409, 'no_portal']);
});
