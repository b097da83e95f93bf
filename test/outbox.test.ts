import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { attempt } from '../src/platform/deliveries/deliver.ts';
import { Outbox } from '../src/platform/deliveries/outbox.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { anna } = fixtures;
const { outbox } = fixtures.deps;
const notice = { kind: 'rule_ticket', ticket_id: 7 } as const;
const hour = 3_600_000;

const countOf = async (outcome: string): Promise<number> => {
  const { values } = await fixtures.deps.metrics.deliveries.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

/** One attempt at what waits, with a messenger that does as told; returns what was logged. */
async function deliver(messenger: () => Promise<'sent' | 'dropped'>): Promise<string> {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  await outbox
    .deliverNext('messages', (delivery) => attempt({ ...fixtures.deps, log }, 'messages', messenger, delivery))
    .catch(() => {});
  return lines.join('');
}
const unreachable = () => Promise.reject(new Error('the messenger is away'));

describe('a delivery', () => {
  beforeEach(() => fixtures.clearDeliveries());

  it('goes out with the transaction that causes it, and never without', async () => {
    await assert.rejects(
      fixtures.db.transaction(async (tx) => {
        await outbox.enqueue(tx, 'messages', [notice], fixtures.now);
        throw new Error('the change is taken back');
      }),
    );
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    await fixtures.db.transaction((tx) => outbox.enqueue(tx, 'messages', [notice], fixtures.now));
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), [{ ...notice, at: fixtures.now.toISOString() }]);
  });

  it('is over when it was sent', async () => {
    await fixtures.db.transaction((tx) => outbox.enqueue(tx, 'messages', [notice], fixtures.now));
    const before = await countOf('sent');
    await deliver(async () => 'sent');
    assert.equal(await countOf('sent'), before + 1);
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
  });

  it('is tried again, later and later, when it fails', async () => {
    await fixtures.db.transaction((tx) => outbox.enqueue(tx, 'messages', [notice], fixtures.now));
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      await deliver(unreachable);
      const { rows } = await sql<{ wait: number }>`
        select extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'messages'`.execute(
        fixtures.db.read,
      );
      waits.push(rows[0]?.wait ?? 0);
    }
    assert.equal(await countOf('retried'), 12);
    const [first = 0] = waits;
    const last = waits.at(-1) ?? 0;
    assert(first <= 4 && last > 60 && last <= 900, String(waits));
  });

  it('is given up after 24 hours, with a line in the log', async () => {
    await fixtures.db.transaction((tx) => outbox.enqueue(tx, 'messages', [notice], fixtures.now));
    fixtures.advanceClock(24 * hour - 1);
    assert.match(await deliver(unreachable), /tried again/);
    fixtures.advanceClock(1);
    assert.match(await deliver(unreachable), /"ticket":7.*the messenger is away.*given up/);
    assert.equal(await countOf('given_up'), 1);
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
  });

  it('is caused by a rule that makes a ticket, by hand too', async () => {
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description: 'Clean the filter',
      object_id: fixtures.lobby,
      period_days: 7,
    });
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    const { body: run } = await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const told = (await fixtures.pendingDeliveries('messages')).map(({ kind, ticket_id }) => ({ kind, ticket_id }));
    assert.deepEqual(told, [{ kind: 'rule_ticket', ticket_id: run.ticket_id }]);
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 409);
    assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
  });
});

it('a queue whose first start failed starts with the next delivery, and closes', async () => {
  const proxy = await FaultProxy.start(fixtures.url);
  const unsteady = new Outbox({ connectionString: proxy.url }, fixtures.deps.log);
  const enqueue = () => fixtures.db.transaction((tx) => unsteady.enqueue(tx, 'messages', [notice], fixtures.now));
  try {
    await fixtures.clearDeliveries();
    proxy.disconnect();
    const outcomes = await Promise.allSettled([enqueue(), enqueue()]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    proxy.restore();
    await enqueue();
    assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
  } finally {
    await unsteady.close();
    proxy.close();
  }
});

describe('the metrics', () => {
  it('count runs, tickets of rules, rules left out and deliveries', async () => {
    const { status, body, headers } = await fixtures.call(undefined, 'GET', '/metrics');
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain/);
    for (const line of [
      'callout_rule_tickets_total{trigger="hand"} 1',
      'callout_deliveries_total{queue="messages",outcome="given_up"} 1',
      '# TYPE callout_job_runs_total counter',
      '# TYPE callout_rules_skipped_total counter',
    ])
      assert(body.includes(line), line);
  });
});
