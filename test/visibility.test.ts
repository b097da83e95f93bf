import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Actor, type ChangedTicket, canSeeChange, isActiveMember, seesTicket } from '../src/product/visibility.ts';
import { Fixtures } from '../testing/fixtures.ts';

// The two ways to say who sees a ticket: a condition in SQL, and a function over tickets that were read already.

const fixtures = await Fixtures.create();
const { anna, boris, ivan, oleg, root, wanda } = fixtures;

interface Row extends ChangedTicket {
  id: number;
  sees: boolean;
  is_member: boolean;
}

/** Every ticket, with what SQL says about this actor. */
function ticketsFor(actor: Actor): Promise<Row[]> {
  return fixtures.db.read
    .selectFrom('tickets as t')
    .select(['t.id', 't.client_id', 't.worker_id', 't.status', sql<boolean>`false`.as('was_free')])
    .select(
      sql<
        string[]
      >`array(select worker_id::text from project_workers m where m.project_id = t.project_id and m.status = 'active')`.as(
        'members',
      ),
    )
    .select([sql<boolean>`coalesce(${seesTicket(actor)}, false)`.as('sees'), isActiveMember(actor.id).as('is_member')])
    .execute() as Promise<Row[]>;
}

describe('canSeeChange and seesTicket', () => {
  const actors = [root, anna, boris, wanda, ivan, oleg];

  before(async () => {
    const declined = await fixtures.createUser('declined', 'worker');
    const former = await fixtures.createUser('former', 'worker');
    actors.push(declined, former, await fixtures.createUser('carla', 'client'));
    await fixtures.addMember(fixtures.tower, declined, 'declined');
    await fixtures.addMember(fixtures.tower, former, 'active');
    for (const status of ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'])
      await fixtures.createTicketWithStatus(status);
    const finished = await fixtures.createTicket();
    for (const op of ['take', 'start', 'done']) await fixtures.call(former, 'PATCH', `/tickets/${finished}/${op}`);
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${finished}/confirm`)).status, 200);
    assert.equal((await fixtures.call(anna, 'DELETE', `/projects/${fixtures.tower}/workers/${former.id}`)).status, 200);
    const canceled = await fixtures.createTicket();
    await fixtures.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'not needed' });
    await fixtures.createTicket({}, boris, fixtures.gate);
  });

  it('canSeeChange and seesTicket agree on every ticket for users of every role and membership status', async () => {
    let seen = 0;
    for (const actor of actors) {
      for (const { id, sees, ...ticket } of await ticketsFor(actor)) {
        assert.equal(canSeeChange(actor, ticket), sees, `${actor.name}, ticket ${id}: ${JSON.stringify(ticket)}`);
        if (sees) seen++;
      }
    }
    // root 9, anna 8, boris 1, wanda 6, the former member 1
    assert.equal(seen, 25);
  });

  it('canSeeChange also returns true to the workers who saw a ticket while it was free', async () => {
    for (const actor of actors) {
      for (const { id, sees, is_member, ...ticket } of await ticketsFor(actor)) {
        const saw = sees || (actor.role === 'worker' && is_member);
        assert.equal(
          canSeeChange(actor, { ...ticket, was_free: true }),
          saw,
          `${actor.name}, ticket ${id}: ${JSON.stringify(ticket)}`,
        );
      }
    }
  });
});
