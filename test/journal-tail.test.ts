import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { JournalTail } from '../src/live/tail.ts';
import { World } from './world.ts';

// What /ext/live reads: each entry of the journal once, in whatever order transactions commit.

const world = await World.create();
const { wanda } = world;
const ticket = await world.newTicket();

/** Until all that runs on the server now, in whatever database, has ended. */
async function allEnded(): Promise<void> {
  const look = async () => {
    const { rows } = await sql<{ oldest: number; next: number }>`
      select pg_snapshot_xmin(s)::text::bigint as oldest, pg_snapshot_xmax(s)::text::bigint as next from pg_current_snapshot() as s
    `.execute(world.deps.db.read);
    return rows[0] ?? { oldest: 0, next: 0 };
  };
  const { next } = await look();
  while ((await look()).oldest < next) await sleep(10);
}

/** A tail at the end of the journal, beside which nothing runs of what ran when it began. */
async function settled(): Promise<JournalTail> {
  const tail = new JournalTail(world.deps.db);
  assert.deepEqual(await tail.look(), { any: true }, 'the first look');
  await allEnded();
  await tail.look();
  return tail;
}

async function ids(tail: JournalTail): Promise<number[] | 'any'> {
  const changes = await tail.look();
  return changes.any ? 'any' : changes.ids.sort((a, b) => a - b);
}

/** Looks again and again. @returns each thing that was heard, in order */
async function heardUntil(tail: JournalTail, enough: (heard: (number | 'any')[]) => boolean): Promise<(number | 'any')[]> {
  const heard: (number | 'any')[] = [];
  while (!enough(heard)) {
    heard.push(...[await ids(tail)].flat());
    await sleep(10);
  }
  return heard;
}

/** A transaction of somebody else that has written entries, and commits when it is told to. */
async function entries(count: number, id = ticket): Promise<{ commit: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await client.query('begin');
  await client.query("update tickets set floor = '1' where id = $1", [id]);
  await client.query(
    `insert into ticket_events (ticket_id, action, from_status, to_status, actor_name, created_at)
     select $1, 'photo_added', 'new', 'new', '', now() from generate_series(1, $2)`,
    [id, count],
  );
  return {
    commit: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

describe('the tail of the journal', () => {
  it('names each change once, and what was free before it', async () => {
    const tail = await settled();
    const id = await world.newTicket();
    assert.deepEqual(await tail.look(), { any: false, ids: [id], wasFree: new Set() });
    assert.deepEqual(await ids(tail), []);
    await world.call(wanda, 'PATCH', `/tickets/${id}/take`);
    await world.call(wanda, 'PATCH', `/tickets/${id}/start`);
    assert.deepEqual(await tail.look(), { any: false, ids: [id], wasFree: new Set([id]) });
    assert.deepEqual(await ids(tail), []);
  });

  it('names an entry that commits after later ones', async () => {
    const tail = await settled();
    const slow = await entries(1);
    const overtaking: number[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await world.newTicket();
      overtaking.push(id);
      assert.deepEqual(await ids(tail), [id]);
      assert.deepEqual(await ids(tail), [], 'once');
    }
    await slow.commit();
    assert.deepEqual(await ids(tail), [ticket]);
    assert.deepEqual(await ids(tail), [], 'once');
    const last = await world.newTicket();
    assert.deepEqual(await heardUntil(tail, (heard) => heard.includes(last)), [last]);
  });

  it('lets everybody look again at the end of what ran when it began', async () => {
    const slow = await entries(1);
    await world.newTicket(); // the slow one has the lower number
    const tail = new JournalTail(world.deps.db);
    assert.equal(await ids(tail), 'any');
    const id = await world.newTicket();
    assert.deepEqual(await ids(tail), [id]);
    await slow.commit();
    assert.deepEqual(await heardUntil(tail, (heard) => heard.length > 0), ['any']);
    assert.deepEqual(await ids(tail), []);
  });

  it('lets everybody look again when much changes at once, and goes on from there', async () => {
    const tail = await settled();
    await (await entries(401)).commit();
    assert.equal(await ids(tail), 'any');
    const id = await world.newTicket();
    assert((await heardUntil(tail, (heard) => heard.includes(id))).every((heard) => heard === id || heard === 'any'));
  });

  it('does not remember more than it must beside a transaction that does not end', async () => {
    const tail = await settled();
    const other = await world.newTicket();
    await ids(tail);
    const endless = await entries(1);
    for (let i = 0; i < 3; i++) {
      await (await entries(300, other)).commit();
      assert.notEqual(await ids(tail), 'any');
    }
    await (await entries(300, other)).commit();
    assert.equal(await ids(tail), 'any', 'beyond a thousand');
    assert.deepEqual(await ids(tail), []);
    await endless.commit();
    assert.deepEqual(await heardUntil(tail, (heard) => heard.length > 0), ['any'], 'the endless one is not lost');
  });
});
