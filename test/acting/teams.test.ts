import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { waitFor, waitForLockWait } from '../../testing/wait.ts';

const fixtures = await Fixtures.create();
const { root, anna, wanda, oleg, tower } = fixtures;
type Method = Parameters<Fixtures['call']>[1];

const lead = await fixtures.createUser('lead', 'worker');
const olga = await fixtures.createUser('olga', 'worker');
await fixtures.addMember(tower, olga, 'active');

const callFor = (sender: TestUser, principal: TestUser, method: Method, url: string, body?: unknown) =>
  fixtures.call(sender, method, url, body, { 'act-for': principal.id });
const teamOf = (name: string, leader: TestUser, members: TestUser[]) => ({
  name,
  lead_id: leader.id,
  member_ids: members.map(({ id }) => id),
});
const lockWaits = async () => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(fixtures.db.read);
  return rows[0]?.waiting;
};
const create = (body: object) => fixtures.call(root, 'POST', '/ext/teams', body);
const { body: team } = await create(teamOf('North', lead, [olga, wanda, lead, wanda]));

describe('teams', () => {
  it('POST /ext/teams answers lead and members, each once; a worker is in at most one team', async () => {
    assert.deepEqual([team.name, team.lead_id, team.lead_name], ['North', lead.id, 'lead']);
    assert.deepEqual(team.member_ids, [olga.id, wanda.id]);
    assert.deepEqual(team.members[0], { id: olga.id, name: 'olga' });
    for (const body of [teamOf('South', oleg, [olga]), teamOf('South', lead, []), teamOf('South', wanda, [oleg])]) {
      const { status, body: answer } = await create(body);
      assert.deepEqual([status, answer.error], [409, 'a worker is in a team already']);
    }
    assert.equal((await create(teamOf('South', anna, []))).body.error, 'lead_id is not a worker');
    assert.equal((await create(teamOf('South', oleg, [anna]))).status, 400);
    assert.equal((await fixtures.call(root, 'GET', '/ext/teams')).body.total, 1);
  });

  it('GET /ext/teams lists all to admins, the own one to lead and members, none to others', async () => {
    const total = async (who: TestUser) => (await fixtures.call(who, 'GET', '/ext/teams')).body.total;
    assert.deepEqual(await Promise.all([root, lead, olga, oleg].map(total)), [1, 1, 1, 0]);
    assert.equal((await fixtures.call(anna, 'GET', '/ext/teams')).status, 403);
  });

  it('the lead acts for the members, and the members for nobody', async () => {
    const id = await fixtures.createTicket();
    const taken = await callFor(lead, wanda, 'PATCH', `/tickets/${id}/take`);
    assert.deepEqual([taken.status, taken.body.worker_id, taken.body.assigned_by], [200, wanda.id, lead.id]);
    const entry = (await fixtures.call(root, 'GET', `/tickets/${id}/events`)).body.items.at(-1);
    assert.deepEqual([entry.action, entry.actor_id, entry.actor_name], ['assigned', lead.id, 'lead']);
    const handed = await callFor(lead, wanda, 'POST', `/ext/tickets/${id}/hand-back`, { reason: 'Too far away' });
    assert.equal(handed.status, 200);
    const [handBack] = (await fixtures.call(root, 'GET', `/ext/tickets/${id}/hand-backs`)).body.items;
    assert.deepEqual([handBack.worker_id, handBack.actor_id, handBack.actor_name], [wanda.id, lead.id, 'lead']);
    for (const [sender, principal] of [
      [wanda, lead],
      [wanda, olga],
      [lead, oleg],
      [lead, anna],
    ] as const)
      assert.equal((await callFor(sender, principal, 'GET', '/tickets')).status, 403);
    const { acts_for } = (await fixtures.call(lead, 'GET', '/ext/me')).body;
    assert.deepEqual(
      acts_for.map(({ id: who, scope }: { id: string; scope: string }) => [who, scope]),
      [
        [olga.id, 'write'],
        [wanda.id, 'write'],
      ],
    );
  });

  it('GET /ext/tickets?team=true lists to the lead what lead and members have, and to others what they see', async () => {
    const own = await fixtures.createTicketWithStatus('assigned'); // of wanda
    const free = await fixtures.createTicket();
    const list = async (who: TestUser, query: string) =>
      (await fixtures.call(who, 'GET', `/ext/tickets?${query}`)).body as { total: number; items: { id: number }[] };
    const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
    const ofTeam = await list(lead, 'team=true&limit=100');
    assert(idsOf(ofTeam).includes(own) && !idsOf(ofTeam).includes(free));
    assert.equal(ofTeam.total, ofTeam.items.length);
    assert.deepEqual((await list(lead, 'team=true&status=new')).total, 0);
    assert.equal((await list(lead, `team=true&q=%23${own}`)).total, 1);
    assert.deepEqual((await list(lead, 'team=false&limit=100')).total, 0);
    for (const who of [wanda, anna, root])
      assert.deepEqual(await list(who, 'team=true&limit=100'), await list(who, 'limit=100'), who.name);
    assert.equal((await fixtures.call(lead, 'GET', `/ext/tickets/${own}`)).status, 403);
    assert.equal((await callFor(lead, wanda, 'GET', `/ext/tickets/${own}`)).status, 200);
    const { body } = await fixtures.call(lead, 'GET', '/ext/tickets.csv?team=true');
    assert.equal(body.trim().split('\n').length, ofTeam.total + 1);
  });

  it('GET /ext/planner shows the lead the team with its tickets, and a member only itself', async () => {
    const plan = async (who: TestUser, worker: TestUser) => {
      const id = await fixtures.createTicket();
      assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/assign`, { worker_id: worker.id })).status, 200);
      const times = { from: '2126-03-05T08:00:00Z', to: '2126-03-05T10:00:00Z' };
      assert.equal((await fixtures.call(who, 'PUT', `/ext/tickets/${id}/appointment`, times)).status, 200);
      return id;
    };
    const planned = await plan(wanda, wanda);
    const unplanned = await fixtures.createTicketWithStatus('in_progress');
    const planner = async (who: TestUser, query = '') =>
      (await fixtures.call(who, 'GET', `/ext/planner?from=2126-03-05&to=2126-03-05${query}`)).body;
    const { workers, unplanned: toPlan } = await planner(lead);
    const visitsOf = (one: { name: string; appointments: { ticket_id: number }[] }) => [
      one.name,
      one.appointments.map(({ ticket_id }) => ticket_id),
    ];
    assert.deepEqual(workers.map(visitsOf), [
      ['lead', []],
      ['olga', []],
      ['wanda', [planned]],
    ]);
    assert.equal(workers[2].open, (await fixtures.call(lead, 'GET', '/ext/tickets?team=true')).body.total);
    assert(toPlan.some(({ ticket_id }: { ticket_id: number }) => ticket_id === unplanned));
    assert.deepEqual((await planner(olga)).workers.map(visitsOf), [['olga', []]]);
    assert.equal((await planner(lead, `&project_id=${tower}`)).error, 'project not found');
  });

  it('GET /ext/tickets?team=true counts and finds internal comments as for the worker of each ticket', async () => {
    const id = await fixtures.createTicketWithStatus('assigned'); // of wanda
    const comment = { text: 'The zebra key is with the porter', internal: true };
    assert.equal((await fixtures.call(root, 'POST', `/ext/tickets/${id}/comments`, comment)).status, 201);
    const found = (await fixtures.call(lead, 'GET', '/ext/tickets?team=true&q=zebra')).body.items;
    assert.deepEqual(found, (await callFor(lead, wanda, 'GET', '/ext/tickets?q=zebra')).body.items);
    assert.deepEqual([found.length, found[0]?.id, found[0]?.comments], [1, id, 1]);
    assert.equal((await fixtures.call(lead, 'GET', '/ext/tickets?q=zebra')).body.total, 0);
  });

  it('the lead reassigns inside the team', async () => {
    const id = await fixtures.createTicketWithStatus('assigned');
    const reassign = (who: TestUser, worker: TestUser, ticketId = id) =>
      fixtures.call(who, 'POST', `/ext/tickets/${ticketId}/reassign`, { worker_id: worker.id });
    assert.equal((await reassign(wanda, olga)).status, 403);
    assert.equal((await reassign(lead, oleg)).body.error, 'worker_id is not in your team');
    assert.equal((await reassign(lead, lead)).status, 400, 'the lead is no member of the project');
    assert.equal((await reassign(lead, wanda)).status, 409, 'she has it');
    const moved = await reassign(lead, olga);
    assert.deepEqual([moved.status, moved.body.worker_id, moved.body.assigned_by], [200, olga.id, lead.id]);
    await fixtures.addMember(tower, oleg, 'active');
    assert.equal((await fixtures.call(anna, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: oleg.id })).status, 200);
    assert.equal((await reassign(lead, olga)).status, 403, 'a ticket outside of the team');
    assert.equal((await reassign(lead, olga, await fixtures.createTicket())).status, 403);
    assert.equal((await reassign(lead, olga, 999_999)).status, 404);
  });

  it('a lead who is replaced while reassigning is refused, or the change of the team waits for the reassignment', async () => {
    const id = await fixtures.createTicketWithStatus('assigned'); // of wanda
    const reassign = (to: TestUser) => fixtures.call(lead, 'POST', `/ext/tickets/${id}/reassign`, { worker_id: to.id });
    const leadsTo = (leader: TestUser) =>
      fixtures.call(root, 'PATCH', `/ext/teams/${team.id}`, { lead_id: leader.id, member_ids: [lead.id, olga.id, wanda.id] });

    let refused: ReturnType<typeof reassign> | undefined;
    await fixtures.transaction(async (tx) => {
      await tx.updateTable('team_members').set({ is_lead: false }).where('worker_id', '=', lead.id).execute();
      refused = reassign(olga);
      await waitForLockWait(fixtures.db);
    });
    assert.equal((await refused)?.status, 403);

    assert.equal((await leadsTo(lead)).status, 200);
    const order: string[] = [];
    const both = await fixtures.transaction(async (tx) => {
      await sql`select from tickets where id = ${id} for update`.execute(tx);
      const moved = reassign(olga).finally(() => order.push('moved'));
      await waitForLockWait(fixtures.db);
      const replaced = leadsTo(olga).finally(() => order.push('replaced'));
      await waitFor(async () => order.length > 0 || (await lockWaits()) === 2, 30_000);
      return () => Promise.all([moved, replaced]);
    });
    assert.deepEqual(
      (await both()).map(({ status }) => status),
      [200, 200],
    );
    assert.equal(order[0], 'moved');
    assert.equal((await reassign(wanda)).status, 403);
    assert.equal((await leadsTo(lead)).status, 200);
  });

  it('PATCH and DELETE /ext/teams/{id} end what the lead may do at once; a former lead stays as a member', async () => {
    const patch = (body: object) => fixtures.call(root, 'PATCH', `/ext/teams/${team.id}`, body);
    const led = await patch({ lead_id: olga.id });
    assert.deepEqual([led.status, led.body.lead_id, led.body.member_ids], [200, olga.id, [lead.id, wanda.id]]);
    assert.equal((await callFor(lead, wanda, 'GET', '/tickets')).status, 403);
    assert.equal((await callFor(olga, wanda, 'GET', '/tickets')).status, 200);
    assert.deepEqual((await patch({ member_ids: [wanda.id, olga.id], name: 'West' })).body.member_ids, [wanda.id]);
    assert.equal((await create(teamOf('South', lead, [oleg]))).status, 201);
    assert.equal((await patch({ member_ids: [oleg.id] })).status, 409);
    assert.deepEqual((await fixtures.call(olga, 'GET', '/ext/teams')).body.items[0].member_ids, [wanda.id]);
    assert.equal((await fixtures.call(root, 'DELETE', `/ext/teams/${team.id}`)).status, 200);
    assert.equal((await callFor(olga, wanda, 'GET', '/tickets')).status, 403);
    assert.equal((await patch({ name: 'Gone' })).status, 404);
    const { items } = (await fixtures.call(root, 'GET', `/ext/audit?event=team_changed&subject_id=${team.id}`)).body;
    assert.equal(items[0].detail.change, 'deleted');
  });
});
