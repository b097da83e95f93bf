import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { days, hours } from '../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Who is where in some days.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg, tower, yard, gate } = fixtures;
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');
await fixtures.addMember(yard, olga, 'active');

const call = fixtures.call.bind(fixtures);
const at = (ms: number): string => new Date(fixtures.now.getTime() + ms).toISOString();
const day = (n: number): string => at(days(n)).slice(0, 10);
const visit = (fromMs: number) => ({ from: at(fromMs), to: at(fromMs + hours(2)) });

async function plan(client: TestUser, worker: TestUser | undefined, times?: object, object?: number): Promise<number> {
  const id = await fixtures.createTicket({}, client, object);
  if (worker) assert.equal((await call(client, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id })).status, 200);
  if (times) assert.equal((await call(client, 'PUT', `/ext/tickets/${id}/appointment`, times)).status, 200);
  return id;
}

async function planner(who: TestUser, query = `from=${day(1)}&to=${day(2)}`) {
  const { status, body } = await call(who, 'GET', `/ext/planner?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

// The clock stands at 08:00 of day 0.
const midnight = -hours(8) + days(1);
const own = await plan(anna, olga, visit(midnight + hours(9)));
const foreign = await plan(boris, olga, visit(midnight + hours(10)), gate);
const overMidnight = await plan(anna, wanda, visit(midnight - hours(1)));
const tooEarly = await plan(anna, wanda, visit(midnight - hours(2)));
const tooLate = await plan(anna, wanda, visit(midnight + days(2)));
const canceled = await plan(anna, wanda, visit(midnight + hours(9)));
await call(anna, 'DELETE', `/ext/tickets/${canceled}/appointment`);
const free = await plan(anna, undefined, visit(midnight + hours(12)));
const nobody = await plan(anna, undefined);
const foreignFree = await plan(boris, undefined, undefined, gate);
const absence = { from: day(2), to: day(5), note: 'Holiday' };
await call(olga, 'PUT', `/ext/users/${olga.id}/absences`, [absence, { from: day(8), to: day(9) }]);

const details = { status: 'assigned', description: 'The lamp is dark' };
const ofOwn = { ticket_id: own, ...details, address: 'Lobby street 1', ...visit(midnight + hours(9)) };
const ticketIds = (items: { ticket_id?: number }[]): (number | undefined)[] => items.map(({ ticket_id }) => ticket_id);

describe('GET /ext/planner', () => {
  it('shows a client the members of its projects, and only the time of what belongs to another client', async () => {
    const { workers, unassigned, unplanned, has_more_unplanned } = await planner(anna);
    assert.deepEqual(
      workers.map(({ name, open, absences }: { name: string; open: number; absences: object[] }) => [name, open, absences]),
      [
        ['olga', 1, [absence]],
        ['wanda', 4, []],
      ],
    );
    assert.deepEqual(workers[0].appointments, [ofOwn, { ...visit(midnight + hours(10)), busy: true }]);
    assert.deepEqual(ticketIds(workers[1].appointments), [overMidnight]);
    assert.deepEqual([ticketIds(unassigned), ticketIds(unplanned), has_more_unplanned], [[free], [canceled, nobody], false]);
  });

  it('shows an admin all workers and tickets, and with project_id the members of that project', async () => {
    const all = await planner(root);
    assert.deepEqual(
      all.workers.map(({ name }: { name: string }) => name),
      ['ivan', 'oleg', 'olga', 'wanda'],
    );
    assert.deepEqual(ticketIds(all.workers[2].appointments), [own, foreign]);
    assert.equal(all.workers[2].open, 2);
    assert.deepEqual(ticketIds(all.unplanned), [canceled, nobody, foreignFree]);
    const ofYard = await planner(root, `from=${day(1)}&to=${day(2)}&project_id=${yard}`);
    assert.deepEqual(
      ofYard.workers.map(({ name }: { name: string }) => name),
      ['olga'],
    );
    assert.deepEqual([ticketIds(ofYard.unplanned), ofYard.unassigned], [[foreignFree], []]);
  });

  it('shows a worker its own time, and what it has to do without an appointment', async () => {
    const { workers, unplanned } = await planner(wanda, `from=${day(0)}&to=${day(30)}`);
    assert.deepEqual([workers.length, ticketIds(workers[0].appointments)], [1, [tooEarly, overMidnight, tooLate]]);
    assert.deepEqual(ticketIds(unplanned), [canceled]);
    assert.deepEqual((await planner(oleg)).workers[0].appointments, []);
  });

  it('keeps a disabled worker while there are appointments', async () => {
    const gone = await fixtures.createUser('gone', 'worker');
    await fixtures.addMember(tower, gone, 'active');
    await plan(anna, gone, visit(midnight + days(10)));
    assert.equal((await call(root, 'PATCH', `/users/${gone.id}`, { is_active: false })).status, 200);
    const names = async (n: number) =>
      (await planner(anna, `from=${day(n)}&to=${day(n)}`)).workers.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      [await names(11), await names(12)],
      [
        ['gone', 'olga', 'wanda'],
        ['olga', 'wanda'],
      ],
    );
  });

  it('returns 400 for days that are turned around or too many, and 404 for a project that the caller does not see', async () => {
    const statusOf = async (who: TestUser, query: string) => (await call(who, 'GET', `/ext/planner?${query}`)).status;
    assert.equal(await statusOf(anna, `from=${day(2)}&to=${day(1)}`), 400);
    assert.equal(await statusOf(anna, `from=${day(0)}&to=${day(31)}`), 400);
    assert.equal(await statusOf(anna, `from=${day(0)}&to=${day(30)}`), 200);
    const ofYard = `from=${day(0)}&to=${day(0)}&project_id=${yard}`;
    assert.deepEqual(
      [await statusOf(anna, ofYard), await statusOf(wanda, ofYard), await statusOf(olga, ofYard)],
      [404, 404, 200],
    );
  });
});
