import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '../src/platform/database/database.ts';
import { NotificationListener } from '../src/platform/database/listen.ts';
import { type DeliveryHandler, RetryLater } from '../src/platform/deliveries/attempt-delivery.ts';
import { DeliveryQueue, noTenant } from '../src/platform/deliveries/queue.ts';
import { DeliveryWorker } from '../src/platform/deliveries/worker.ts';
import { deliverNext } from '../testing/deliver-next.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { openPortal, sendReport } from '../testing/portal-client.ts';
import { waitFor } from '../testing/wait.ts';

const fixtures = await Fixtures.create({
  SMTP_HOST: '127.0.0.1',
  MAIL_FROM: 'Callout <callout@example.com>',
  PORTAL_PROOF: 'false',
  DATA_ENCRYPTION_KEY: 'ab'.repeat(32),
});
const { anna, boris, root, wanda, oleg, tower, lobby } = fixtures;
const { deliveries, log } = fixtures.deps;
const notice = { kind: 'ticket_event', action: 'created', ticket_id: 7 } as const;
const hour = 3_600_000;

type Handler = DeliveryHandler<'messages'>;
/** Sends everything. @param sent gets the ticket ids in the order of the attempts */
const recordTo =
  (sent: number[]): Handler =>
  async ({ payload }) => {
    if ('ticket_id' in payload) sent.push(payload.ticket_id);
    return 'sent';
  };
const unreachable: Handler = () => Promise.reject(new Error('the messenger is away'));

interface Row {
  dueInSeconds: number;
  attempts: number;
  last_error: string | null;
}

async function rows(): Promise<Row[]> {
  const found = await sql<Row>`
    select extract(epoch from due_at - now())::float as "dueInSeconds", attempts, last_error
    from deliveries order by id`.execute(fixtures.db.read);
  return found.rows;
}

const onlyRow = async (): Promise<Row> => {
  const [row, ...others] = await rows();
  assert(row && others.length === 0, 'there is one delivery');
  return row;
};

/** Ids of tenants, in the order of their turns. */
const [tenantA = '', tenantB = '', tenantC = ''] = ['a', 'b', 'c'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
);

/** Enqueues deliveries of a tenant, whose ticket ids tell them apart. */
const enqueueOf = (tenant: string, ...ticketIds: number[]): Promise<void> =>
  fixtures.db.transaction((tx) =>
    deliveries.enqueue(
      tx,
      'messages',
      ticketIds.map((ticket_id) => ({ kind: 'ticket_event', action: 'created', ticket_id })),
      tenant,
      fixtures.now,
    ),
  );
const enqueue = (...ticketIds: number[]): Promise<void> => enqueueOf(noTenant, ...ticketIds);

const makeDue = () => fixtures.transaction((tx) => sql`update deliveries set due_at = now()`.execute(tx));

async function countOf(outcome: string): Promise<number> {
  const { values } = await fixtures.deps.metrics.deliveries.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

/** Makes one attempt with this handler, whether the delivery is due or not. @returns the lines of the log */
async function attempt(handler: Handler): Promise<string> {
  const lines: string[] = [];
  const debugLog = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  await makeDue();
  assert(await deliverNext({ ...fixtures.deps, log: debugLog }, 'messages', handler));
  return lines.join('');
}

describe('Deliveries', () => {
  beforeEach(() => fixtures.clearDeliveries());

  it('A delivery is stored when the transaction that causes it commits, and not when it rolls back', async () => {
    await assert.rejects(
      fixtures.db.transaction(async (tx) => {
        await deliveries.enqueue(tx, 'messages', [notice], noTenant, fixtures.now);
        throw new Error('the change is taken back');
      }),
    );
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    await enqueue(7);
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), [notice]);
  });

  it('Deliveries are claimed in the order in which they were enqueued, with the time of their cause', async () => {
    await enqueue(3, 1, 2);
    const claimed: [number, string][] = [];
    const handler: Handler = async ({ payload, created_at }) => {
      if ('ticket_id' in payload) claimed.push([payload.ticket_id, created_at]);
      return 'sent';
    };
    while (await deliverNext(fixtures.deps, 'messages', handler)) {}
    const at = fixtures.now.toISOString();
    assert.deepEqual(claimed, [
      [3, at],
      [1, at],
      [2, at],
    ]);
  });

  it('A delivery of another queue is not claimed', async () => {
    await enqueue(7);
    assert.equal(await deliverNext(fixtures.deps, 'mails', async () => 'sent'), false);
    assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
  });

  it('A delivery is deleted when it was sent', async () => {
    await enqueue(7);
    const before = await countOf('sent');
    await attempt(async () => 'sent');
    assert.equal(await countOf('sent'), before + 1);
    assert.deepEqual(await rows(), []);
  });

  it('A delivery that fails is tried again after a delay that doubles up to 15 minutes', async () => {
    await enqueue(7);
    const before = await countOf('retried');
    const delays: number[] = [];
    for (let i = 0; i < 12; i++) {
      await attempt(unreachable);
      const { dueInSeconds, attempts, last_error } = await onlyRow();
      assert.deepEqual([attempts, last_error], [i + 1, 'the messenger is away']);
      delays.push(dueInSeconds);
    }
    assert.equal((await countOf('retried')) - before, 12);
    for (const [i, delay] of delays.entries()) {
      const max = Math.min(2 * 2 ** i, 900);
      assert(delay > max / 2 - 1 && delay <= max, `attempt ${i + 1}: ${delays}`);
    }
  });

  it('A delivery that is not due yet is not claimed', async () => {
    await enqueue(7);
    await attempt(unreachable);
    assert.equal(await deliverNext(fixtures.deps, 'messages', async () => 'sent'), false);
  });

  it('The reason of a failure is stored without the characters that PostgreSQL cannot store', async () => {
    await enqueue(7);
    await attempt(() => Promise.reject(new Error('bad \0 answer')));
    assert.equal((await onlyRow()).last_error, 'bad  answer');
  });

  it('RetryLater postpones a delivery by the time it names and does not count as an attempt', async () => {
    await enqueue(7);
    const before = await countOf('postponed');
    await attempt(() => Promise.reject(new RetryLater(90_000, 'the messenger asked for a pause')));
    const { dueInSeconds, attempts, last_error } = await onlyRow();
    assert(dueInSeconds > 85 && dueInSeconds <= 90, String(dueInSeconds));
    assert.deepEqual([attempts, last_error], [0, null]);
    assert.equal((await countOf('postponed')) - before, 1);
  });

  it('A delivery is given up when an attempt fails or is postponed 24 hours after its cause, with a line in the log', async () => {
    await enqueue(7);
    fixtures.advanceClock(24 * hour - 1);
    assert.match(await attempt(unreachable), /tried again/);
    fixtures.advanceClock(1);
    assert.match(await attempt(unreachable), /"ticket":7.*the messenger is away.*given up/);
    assert.equal(await countOf('given_up'), 1);
    assert.deepEqual(await rows(), []);
    await enqueue(7);
    fixtures.advanceClock(24 * hour);
    await attempt(() => Promise.reject(new RetryLater(1_000, 'the messenger asked for a pause')));
    assert.equal(await countOf('given_up'), 2);
    assert.deepEqual(await rows(), []);
  });

  it('A delivery that is first tried more than 24 hours after its cause is sent', async () => {
    await enqueue(7);
    fixtures.advanceClock(3 * 24 * hour - 1);
    const before = await countOf('sent');
    await attempt(async () => 'sent');
    assert.equal((await countOf('sent')) - before, 1);
  });

  it('A delivery that is 3 days old, such as one of a restored backup, is given up without being sent', async () => {
    await enqueue(7);
    fixtures.advanceClock(3 * 24 * hour);
    let attempts = 0;
    const before = await countOf('given_up');
    await attempt(async () => {
      attempts++;
      return 'sent';
    });
    assert.equal(attempts, 0);
    assert.equal((await countOf('given_up')) - before, 1);
    assert.deepEqual(await rows(), []);
  });

  it('POST /recurring/{id}/run enqueues one notice for the ticket that it creates, and none when it returns 409 or without a chat', async () => {
    const setChat = (messenger_target: string) =>
      fixtures.transaction((tx) => tx.updateTable('users').set({ messenger_target }).where('id', '=', anna.id).execute());
    await setChat('4711');
    const { body: rule } = await fixtures.call(anna, 'POST', '/recurring', {
      anchor_at: '2026-03-01T08:00:00Z',
      category: 'climate',
      description: 'Clean the filter',
      object_id: fixtures.lobby,
      period_days: 7,
    });
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), []);
    const { body: run } = await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`);
    const [{ event_id, ...notice } = {}, ...others] = await fixtures.pendingDeliveries('messages');
    assert.deepEqual([notice, others], [{ kind: 'ticket_event', action: 'created', ticket_id: run.ticket_id }, []]);
    assert.equal(typeof event_id, 'number');
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 409);
    assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
    await setChat('');
    await fixtures.call(anna, 'PATCH', `/tickets/${run.ticket_id}/cancel`, { reason: 'not needed' });
    assert.equal((await fixtures.call(anna, 'POST', `/recurring/${rule.id}/run`)).status, 201);
    assert.equal((await fixtures.pendingDeliveries('messages')).length, 1);
  });
});

describe('The tenant of a delivery', () => {
  beforeEach(() => fixtures.clearDeliveries());

  /** The tenants of the deliveries that a request causes; it must cause some. */
  async function tenantsOf(...request: Parameters<Fixtures['call']>): Promise<string[]> {
    await fixtures.clearDeliveries();
    const { status, body } = await fixtures.call(...request);
    assert(status < 300, JSON.stringify(body));
    return foundTenants();
  }
  async function foundTenants(): Promise<string[]> {
    const { rows } = await sql<{ tenant: string }>`select distinct tenant from deliveries`.execute(fixtures.db.read);
    assert(rows.length > 0, 'there are deliveries');
    return rows.map(({ tenant }) => tenant);
  }

  it('Events of tickets and projects have their client, whoever causes them', async () => {
    const id = await fixtures.createTicket();
    assert.deepEqual(await foundTenants(), [anna.id]);
    assert.deepEqual(await tenantsOf(wanda, 'PATCH', `/tickets/${id}/take`), [anna.id]);
    assert.deepEqual(await tenantsOf(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'On my way' }), [anna.id]);
    assert.deepEqual(await tenantsOf(wanda, 'POST', `/ext/tickets/${id}/hand-back`, { reason: 'I am ill' }), [anna.id]);
    assert.deepEqual(await tenantsOf(root, 'PATCH', `/tickets/${id}/cancel`, { reason: 'By mistake' }), [anna.id]);
    assert.deepEqual(await tenantsOf(root, 'POST', `/projects/${tower}/workers`, { worker_id: oleg.id }), [anna.id]);
  });

  it('A report of somebody without an account has the client of its object', async () => {
    const token = await openPortal(fixtures, anna, lobby);
    await fixtures.clearDeliveries();
    assert.equal((await sendReport(fixtures, token, {})).status, 201);
    assert.deepEqual(await foundTenants(), [anna.id]);
  });

  it('A mail to an account has the client that created it, else the account itself, and one to nobody no tenant', async () => {
    const ofClient = await fixtures.createUser('greta', 'worker', { created_by: boris.id });
    const ofAdmin = await fixtures.createUser('hanna', 'worker', { created_by: root.id });
    const forgot = ({ email }: { email: string }) => tenantsOf(undefined, 'POST', '/auth/forgot-password', { email });
    assert.deepEqual(await forgot(ofClient), [boris.id]);
    assert.deepEqual(await forgot(ofAdmin), [ofAdmin.id]);
    assert.deepEqual(await forgot(boris), [boris.id]);
    assert.deepEqual(await forgot({ email: 'nobody@example.com' }), [noTenant]);
  });

  it('A message about an event has the tenant of the event and not of its recipient', async () => {
    const worker = await fixtures.createUser('irma', 'worker', { created_by: boris.id });
    await fixtures.transaction((tx) =>
      sql`
        insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
        values (${tower}, ${worker.id}, 'active', 'Anna', ${fixtures.now}, ${fixtures.now})`.execute(tx),
    );
    const email = { messenger: false, email: true, push: false };
    const choices = { events: { ticket_available: email }, quiet_hours: null, digest: 'none' };
    assert.equal((await fixtures.call(worker, 'PUT', '/ext/notifications/preferences', choices)).status, 200);
    await fixtures.createTicket();
    await fixtures.deliver('notifications');
    const { rows } = await sql<{ tenant: string }>`
      select tenant from deliveries where queue = 'notification_mails'`.execute(fixtures.db.read);
    assert.deepEqual(rows, [{ tenant: anna.id }]);
  });
});

describe('Delivery workers', () => {
  beforeEach(() => fixtures.clearDeliveries());

  it('Two workers with pools of their own send each of 200 deliveries once, and both of them send', async () => {
    const ticketIds = Array.from({ length: 200 }, (_, i) => i + 1);
    await enqueue(...ticketIds);
    const pools = [0, 1].map(() => openDatabase({ connectionString: fixtures.url }, log));
    const sent: number[][] = pools.map(() => []);
    const workers = pools.map((db, i) => {
      const handler: Handler = async ({ payload }) => {
        if ('ticket_id' in payload) sent[i]?.push(payload.ticket_id);
        await sleep(1);
        return 'sent';
      };
      return new DeliveryWorker({ ...fixtures.deps, db, deliveries: new DeliveryQueue(db) }, 'messages', handler);
    });
    try {
      await waitFor(async () => (await rows()).length === 0, 30_000);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all(pools.map((db) => db.close()));
    }
    assert.deepEqual(
      sent.flat().toSorted((a, b) => a - b),
      ticketIds,
    );
    assert(
      sent.every((ids) => ids.length > 0),
      'both workers took part',
    );
  });

  it('A delivery whose attempt takes longer than the visibility timeout is not claimed by another worker', async () => {
    await enqueue(7);
    let attempts = 0;
    const handler: Handler = async () => {
      attempts++;
      await sleep(1_500); // so that another worker would claim it
      return 'sent';
    };
    const options = { visibilityTimeoutMs: 1_000 };
    const workers = [0, 1].map(() => new DeliveryWorker(fixtures.deps, 'messages', handler, options));
    await waitFor(async () => (await rows()).length === 0, 10_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    assert.equal(attempts, 1);
  });

  it('A delivery that was claimed by a process that died is sent by another one after the visibility timeout', async () => {
    await enqueue(7);
    const [claimed] = await fixtures.deps.deliveries.claim('messages', [noTenant], 300);
    assert(claimed);
    const attempts: number[] = [];
    const handler: Handler = async (delivery) => {
      attempts.push(delivery.attempts);
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler);
    await waitFor(async () => (await rows()).length === 0, 10_000);
    await worker.stop();
    assert.deepEqual(attempts, [2]);
  });

  it('A worker leaves time to requests between two deliveries while the process is busy', async () => {
    await enqueue(1, 2, 3);
    const attempts: { began: number; ended: number }[] = [];
    const handler: Handler = async () => {
      const began = performance.now();
      while (performance.now() - began < 400);
      attempts.push({ began, ended: performance.now() });
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler);
    await waitFor(() => attempts.length === 3, 30_000);
    await worker.stop();
    const pausesMs = attempts.slice(1).map(({ began }, i) => began - (attempts[i]?.ended ?? 0));
    assert(Math.max(...pausesMs) >= 400, pausesMs.join());
  });

  it('Tenants take turns, whoever came first, and the deliveries of each are sent in their order', async () => {
    await enqueueOf(tenantB, 1, 2, 3, 4);
    await enqueueOf(tenantC, 11);
    await enqueueOf(tenantA, 21, 22);
    const sent: number[] = [];
    const worker = new DeliveryWorker(fixtures.deps, 'messages', recordTo(sent));
    await waitFor(() => sent.length === 7);
    await worker.stop();
    assert.deepEqual(sent, [21, 1, 11, 22, 2, 3, 4]);
  });

  it('A tenant that comes later has its turn before the backlog of another is done', async () => {
    await enqueueOf(tenantA, ...Array.from({ length: 300 }, (_, i) => i));
    const sent: number[] = [];
    const handler: Handler = async ({ payload }) => {
      if ('ticket_id' in payload) sent.push(payload.ticket_id);
      if (sent.length === 5) await enqueueOf(tenantB, 1_000);
      await sleep(5);
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler);
    await waitFor(() => sent.includes(1_000), 20_000);
    await worker.stop();
    assert(sent.length < 300, `it was sent as number ${sent.length}`);
  });

  it('Slow deliveries of one tenant take no more than its share, and others are sent meanwhile', async () => {
    await enqueueOf(tenantA, 1, 2, 3, 4, 5);
    await enqueueOf(tenantB, 11, 12, 13);
    const answered = Promise.withResolvers<void>();
    const started: number[] = [];
    const handler: Handler = async ({ payload, tenant }) => {
      if ('ticket_id' in payload) started.push(payload.ticket_id);
      if (tenant === tenantA) await answered.promise;
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler, { policy: { concurrency: 3, perTenant: 2 } });
    try {
      await waitFor(async () => (await rows()).length === 5);
      assert.deepEqual(
        started.toSorted((a, b) => a - b),
        [1, 2, 11, 12, 13],
      );
      answered.resolve();
      await waitFor(async () => (await rows()).length === 0);
    } finally {
      answered.resolve();
      await worker.stop();
    }
  });

  it('No more deliveries are under way than the policy allows, and as many when there are enough', async () => {
    await enqueueOf(tenantA, 1, 2, 3, 4, 5, 6);
    await enqueueOf(tenantB, 11, 12, 13, 14, 15, 16);
    const underWay = new Map([
      [tenantA, 0],
      [tenantB, 0],
    ]);
    const most = { all: 0, ofTenant: 0 };
    const enough = Promise.withResolvers<void>();
    const handler: Handler = async ({ tenant }) => {
      underWay.set(tenant, (underWay.get(tenant) ?? 0) + 1);
      most.all = Math.max(
        most.all,
        [...underWay.values()].reduce((a, b) => a + b),
      );
      most.ofTenant = Math.max(most.ofTenant, ...underWay.values());
      if (most.all >= 3) enough.resolve();
      await enough.promise;
      underWay.set(tenant, (underWay.get(tenant) ?? 0) - 1);
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler, { policy: { concurrency: 3, perTenant: 2 } });
    await waitFor(async () => (await rows()).length === 0, 20_000);
    await worker.stop();
    assert.deepEqual(most, { all: 3, ofTenant: 2 });
  });

  it('Deliveries that wait for a later attempt hold up nothing, of their tenant neither', async () => {
    await enqueueOf(tenantA, ...Array.from({ length: 200 }, (_, i) => i));
    await fixtures.transaction((tx) => sql`update deliveries set due_at = now() + interval '1 hour', attempts = 1`.execute(tx));
    await enqueueOf(tenantA, 1_000);
    await enqueueOf(tenantB, 1_001);
    const sent: number[] = [];
    const worker = new DeliveryWorker(fixtures.deps, 'messages', recordTo(sent));
    await waitFor(() => sent.length === 2);
    await worker.stop();
    assert.deepEqual(sent, [1_000, 1_001]);
    assert.equal((await rows()).length, 200);
  });

  it('Rows without a tenant, as the release before writes them, take turns, and both releases claim together', async () => {
    await fixtures.transaction((tx) =>
      sql`
        insert into deliveries (queue, payload, created_at)
        select 'messages', jsonb_build_object('kind', 'ticket_event', 'action', 'created', 'ticket_id', id), now()
        from generate_series(1, 60) as id`.execute(tx),
    );
    await enqueueOf(tenantA, 101, 102);
    const sent: number[] = [];
    const former: number[] = [];
    /** Claims and ends a delivery with the statements of the release before. */
    const deliverAsBefore = async (): Promise<void> => {
      const { rows: claimed } = await sql<{ id: number; ticket_id: number }>`
        update deliveries set due_at = now() + interval '30 s', attempts = attempts + 1
        where id = (
          select id from deliveries where queue = 'messages' and due_at <= now()
          order by due_at, id limit 1 for update skip locked
        )
        returning id, (payload ->> 'ticket_id')::integer as ticket_id`.execute(fixtures.db.read);
      for (const { id, ticket_id } of claimed) {
        former.push(ticket_id);
        await sql`delete from deliveries where id = ${id}`.execute(fixtures.db.read);
      }
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', recordTo(sent));
    await waitFor(async () => {
      await deliverAsBefore();
      return (await rows()).length === 0;
    }, 20_000);
    await worker.stop();
    assert.deepEqual(
      [...sent, ...former].toSorted((a, b) => a - b),
      [...Array.from({ length: 60 }, (_, i) => i + 1), 101, 102],
    );
  });

  it('A worker that is notified sends at once what is added, and what is tried again when it is due', async () => {
    const sent: number[] = [];
    let failures = 1;
    const handler: Handler = async (delivery) => {
      if (sent.length === 1 && failures-- > 0) throw new RetryLater(300, 'later');
      return recordTo(sent)(delivery);
    };
    const listener = new NotificationListener({ connectionString: fixtures.url }, log);
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler, { sweepIntervalMs: hour });
    listener.on('work', (queue) => {
      if (queue === undefined || queue === 'messages') worker.wake();
    });
    try {
      for (const ticketId of [1, 2, 3, 4]) {
        await enqueue(ticketId);
        await waitFor(() => sent.includes(ticketId));
      }
      assert.deepEqual(sent, [1, 2, 3, 4]);
    } finally {
      await worker.stop();
      await listener.close();
    }
  });

  it('A connection that adds many deliveries notifies of them once in 100 ms, also after it has rolled back', async () => {
    const client = new pg.Client({ connectionString: fixtures.url });
    await client.connect();
    const received: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => received.push(payload));
    await client.query('listen callout');
    const insert = `insert into deliveries (queue, payload, created_at) values ('messages', '{}', now())`;
    await client.query(`begin; ${insert}; rollback`);
    await client.query(insert);
    await client.query('select 1'); // notifications come before the answer
    assert.equal(received.length, 1);
    for (let i = 0; i < 50; i++) await client.query(insert);
    await client.query('select 1');
    await client.end();
    assert(received.length < 50, String(received.length));
    assert(received.every((payload) => payload === 'work messages'));
  });

  it('stop() waits for the delivery under way and claims no further one', async () => {
    await enqueue(1, 2);
    const started = Promise.withResolvers<void>();
    const handler: Handler = async () => {
      started.resolve();
      await sleep(100);
      return 'sent';
    };
    const worker = new DeliveryWorker(fixtures.deps, 'messages', handler);
    await started.promise;
    await worker.stop();
    assert.deepEqual(await fixtures.pendingDeliveries('messages'), [{ kind: 'ticket_event', action: 'created', ticket_id: 2 }]);
  });

  it('stop() aborts a delivery that does not end in time and gives it back, due at once and not counted', async () => {
    await enqueue(7);
    const started = Promise.withResolvers<AbortSignal | undefined>();
    const worker = new DeliveryWorker(fixtures.deps, 'messages', (_delivery, signal) => {
      started.resolve(signal);
      return new Promise<never>(() => {});
    });
    const signal = await started.promise;
    assert((await onlyRow()).dueInSeconds > 20, 'it is invisible while the attempt runs');
    await worker.stop(100);
    assert.equal(signal?.aborted, true);
    const { dueInSeconds, attempts, last_error } = await onlyRow();
    assert(dueInSeconds <= 0, String(dueInSeconds));
    assert.deepEqual([attempts, last_error], [0, null]);
    await attempt(async () => 'sent');
    assert.deepEqual(await rows(), []);
  });

  it('A worker goes on after an outage of the database and logs the outage once', async () => {
    const proxy = await FaultProxy.start(fixtures.url);
    const db = openDatabase({ connectionString: proxy.url }, log);
    const lines: string[] = [];
    const warnings = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const outages = () => lines.filter((line) => line.includes('the delivery queue cannot be reached or failed'));
    const sent: number[] = [];
    const deps = { ...fixtures.deps, db, deliveries: new DeliveryQueue(db), log: warnings };
    const worker = new DeliveryWorker(deps, 'messages', recordTo(sent));
    try {
      await enqueue(1);
      await waitFor(async () => (await rows()).length === 0);
      proxy.disconnect();
      await waitFor(() => outages().length > 0);
      await sleep(3_000); // several more polls fail
      proxy.restore();
      await enqueue(2);
      await waitFor(async () => (await rows()).length === 0, 20_000);
      assert.deepEqual(sent, [1, 2]);
      assert.equal(outages().length, 1, lines.join(''));
    } finally {
      await worker.stop();
      await db.close();
      proxy.close();
    }
  });
});

it('GET /metrics counts tickets of rules and deliveries, and describes the counters of jobs and rules', async () => {
  const { status, body, headers } = await fixtures.call(undefined, 'GET', '/metrics');
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/plain/);
  for (const line of [
    'callout_rule_tickets_total{trigger="hand"} 2',
    'callout_deliveries_total{queue="messages",outcome="given_up"} 3',
    '# TYPE callout_job_runs_total counter',
    '# TYPE callout_rules_skipped_total counter',
  ])
    assert(body.includes(line), line);
});
