import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, it, mock } from 'node:test';
import { sql } from 'kysely';
import { collectEvents } from '../../src/outbound/webhooks/collect-events.ts';
import { claimWebhook, leaseMs, releaseLease } from '../../src/outbound/webhooks/leases.ts';
import { WebhookClient } from '../../src/outbound/webhooks/post-message.ts';
import { deleteOldWebhookDeliveries, keepMs, maxKept } from '../../src/outbound/webhooks/retention.ts';
import { sendPending } from '../../src/outbound/webhooks/send-pending.ts';
import { WebhookWorker } from '../../src/outbound/webhooks/worker.ts';
import { days, hours, seconds } from '../../src/platform/lib/duration.ts';
import { issueCertificate } from '../../testing/certificate.ts';
import { connectPostgres } from '../../testing/postgres.ts';
import { waitFor, waitForLockWait } from '../../testing/wait.ts';
import { type Answer, accept, answerWith } from '../../testing/webhook-receiver.ts';
import {
  createHook,
  deleteHooks,
  deliveriesOf,
  endBackoff,
  fixtures,
  hookOf,
  receiver,
  type TestHook,
  work,
} from './hook-fixtures.ts';

const { root, anna, boris } = fixtures;
const startOfTests = fixtures.now;

afterEach(async () => {
  receiver.answer = accept;
  fixtures.now = startOfTests;
  await deleteHooks();
});

const statesOf = async (hook: TestHook) => (await deliveriesOf(anna, hook)).map(({ state }: { state: string }) => state);
const ticketsAt = ({ path }: TestHook) => receiver.bodies(path).map(({ data }) => data.ticket_id);
const redeliver = (hook: TestHook, id: number) =>
  fixtures.call(anna, 'POST', `/ext/webhooks/${hook.id}/deliveries/${id}/redeliver`);

async function secondsUntilRetry({ id }: TestHook): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from webhooks where id = ${id}`.execute(
    fixtures.db.read,
  );
  return rows[0]?.seconds ?? Number.NaN;
}

/** What the receiver may do wrong, and what is then written down. */
const failures: [string, Answer, { status: number | null; error: string | null }][] = [
  ['a status of 500', answerWith(500, 'no'), { status: 500, error: null }],
  ['a status of 404', answerWith(404), { status: 404, error: null }],
  ['a redirect', answerWith(307, '', { location: '/elsewhere' }), { status: 307, error: null }],
  ['no answer at all', () => {}, { status: null, error: 'timeout' }],
  [
    'headers without an end of the body',
    (response) => void response.writeHead(200).write('{'),
    { status: null, error: 'timeout' },
  ],
  [
    'fewer bytes than it announces',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('short');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    { status: null, error: 'ECONNRESET' },
  ],
  [
    'something else than HTTP',
    (response) => void response.socket?.end('HELLO\r\n\r\n'),
    { status: null, error: 'HPE_INVALID_CONSTANT' },
  ],
  ['a closed connection', (response) => void response.socket?.destroy(), { status: null, error: 'ECONNRESET' }],
];

describe('an attempt', () => {
  for (const [what, answer, expected] of failures) {
    it(`fails with ${what}, and is repeated with the same id and body`, async () => {
      const hook = await createHook(anna, ['ticket_created']);
      receiver.answer = answer;
      const id = await fixtures.createTicket();
      await work(new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts }, 300));
      const [{ state, status, error }] = await deliveriesOf(anna, hook);
      assert.deepEqual({ state, status, error }, { state: 'pending', ...expected });
      receiver.answer = accept;
      await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
      await endBackoff(hook);
      await work();
      const sent = receiver.received.filter(({ path }) => path === hook.path);
      assert.equal(sent.length, receiver.received.length, 'a redirect was followed');
      assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 1);
      assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
      assert.deepEqual(await statesOf(hook), ['delivered']);
    });
  }

  it('keeps the first KiB of the answer, and does not wait for the end of a long one', async () => {
    const hook = await createHook(root, ['ticket_created']);
    receiver.answer = (response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write('ü\0'.repeat(10_000)), 5);
      response.on('close', () => clearInterval(flood));
    };
    await fixtures.createTicket();
    await work();
    const [{ state, answer }] = await deliveriesOf(root, hook);
    assert.equal(state, 'delivered');
    assert.match(answer, /^ü+\uFFFD?$/);
    assert(Buffer.byteLength(answer) <= 1_027);
  });

  it('keeps no answer of a host of WEBHOOK_ALLOWED_HOSTS for a client, and its status', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(200, 'what an internal page says');
    await fixtures.createTicket();
    await work();
    const [{ state, status, answer }] = await deliveriesOf(anna, hook);
    assert.deepEqual([state, status, answer], ['delivered', 200, null]);
  });

  it('verifies certificates', async () => {
    const server = createTlsServer(issueCertificate(), (_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const attempt = await new WebhookClient({ allowedHosts: new Set([host]) }).post(`https://${host}/`, {}, '{}', new Date());
    server.close();
    assert.deepEqual([attempt.isDelivered, attempt.error], [false, 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  });

  it('is repeated at once on another connection when the receiver has closed the idle one', async () => {
    const client = new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts });
    let socket: Socket | null = null;
    receiver.answer = (response) => {
      ({ socket } = response);
      response.end();
    };
    const post = () => client.post(`${receiver.url}/keep`, {}, '{}', new Date());
    assert.equal((await post()).isDelivered, true);
    receiver.answer = (response) => (response.socket === socket ? response.socket?.destroy() : response.end());
    assert.equal((await post()).isDelivered, true);
  });
});

describe('names', () => {
  const post = async (url: string) => new WebhookClient({ allowedHosts: new Set() }).post(url, {}, '{}', new Date());

  it('that resolve to internal addresses are never connected to, whatever they resolved to before', async () => {
    const port = receiver.host.split(':')[1];
    const ipv4 = mock.method(Resolver.prototype, 'resolve4', async () => ['127.0.0.1', '10.0.0.1', '169.254.169.254']);
    const ipv6 = mock.method(Resolver.prototype, 'resolve6', async () => [
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]);
    try {
      const { error, status } = await post(`https://rebind.example.com:${port}/`);
      assert.deepEqual([error, status], ['not_public', null]);
      assert.deepEqual([ipv4.mock.callCount(), ipv6.mock.callCount()], [1, 1]);
    } finally {
      ipv4.mock.restore();
      ipv6.mock.restore();
    }
  });

  it('are not resolved for hosts that a setting does not allow any more', async () => {
    for (const url of [`${receiver.url}/x`, 'https://127.0.0.1:8443/', 'http://hooks.example.com/'])
      assert.equal((await post(url)).error, 'not_public');
    assert.equal(receiver.received.length, 0);
  });
});

describe('retries', () => {
  it('come within 30 seconds, then three times as late each time, up to every six hours', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(503);
    await fixtures.createTicket();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await endBackoff(hook);
      await work();
      delays.push(await secondsUntilRetry(hook));
    }
    const expected = [10, 30, 90, 270, 810, 2_430, 7_290, 21_600, 21_600, 21_600];
    delays.forEach((delay, i) => {
      const most = expected[i] ?? 0;
      assert(delay <= most && delay > most * 0.7 - 2, `${i}: ${delay}`);
    });
    const [{ attempts }] = await deliveriesOf(anna, hook);
    assert.equal(attempts, 10);
  });

  it('wait as long as Retry-After of a 429 or 503 says, up to an hour', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    for (const [status, header, most] of [
      [429, '120', 120],
      [503, '999999', 3_600],
      [500, '999999', 90],
    ] as const) {
      receiver.answer = answerWith(status, '', { 'retry-after': header });
      await endBackoff(hook);
      await work();
      const delay = await secondsUntilRetry(hook);
      assert(delay > most * 0.7 - 5 && delay <= most, `${status}: ${delay}`);
    }
  });

  it('keep the order: later events of the webhook wait, other webhooks do not', async () => {
    const [broken, other] = [await createHook(anna, ['ticket_created']), await createHook(root, ['ticket_created'])];
    receiver.answer = (response, { path }) =>
      answerWith(path === broken.path ? 500 : 204)(response, receiver.received[0] as never);
    const ids = [await fixtures.createTicket(), await fixtures.createTicket(), await fixtures.createTicket()];
    await work();
    assert.deepEqual([ticketsAt(broken), ticketsAt(other)], [[ids[0]], ids]);
    assert.equal((await hookOf(anna, broken)).waiting, 3);
    const { failing_since: since, next_attempt_at: next } = await hookOf(anna, broken);
    assert.notEqual(since, null);
    const waitSeconds = (Date.parse(next) - Date.now()) / 1_000;
    assert(waitSeconds > 0 && waitSeconds <= 10, next);
    receiver.answer = accept;
    await endBackoff(broken);
    await work();
    assert.deepEqual(ticketsAt(broken), [ids[0], ...ids]);
    const working = await hookOf(anna, broken);
    assert.deepEqual([working.failing_since, working.next_attempt_at], [null, null]);
  });
});

describe('a webhook that fails for three days', () => {
  it('is disabled, and its owner notified; enabled again it goes on with what waits', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(500);
    const [, second] = [await fixtures.createTicket(), await fixtures.createTicket()];
    await work();
    fixtures.advanceClock(days(3) - seconds(1));
    await endBackoff(hook);
    await work();
    assert.equal((await hookOf(anna, hook)).active, true);
    fixtures.advanceClock(seconds(1));
    await endBackoff(hook);
    await work();
    const { active, disabled, waiting } = await hookOf(anna, hook);
    assert.deepEqual([active, disabled.reason, waiting], [false, 'failing', 1]);
    assert.deepEqual(await statesOf(hook), ['failed', 'pending']);
    const { body: audit } = await fixtures.call(root, 'GET', `/ext/audit?event=webhook_changed&subject_id=${hook.id}`);
    assert.deepEqual(audit.items[0].detail, { change: 'disabled', reason: 'failing', owner_id: anna.id });
    await fixtures.deliver('notifications');
    const { body: inbox } = await fixtures.call(anna, 'GET', '/ext/notifications');
    assert.deepEqual([inbox.items[0].event, inbox.items[0].params], ['webhook_disabled', { title: receiver.host }]);
    await fixtures.createTicket(); // not recorded
    receiver.answer = accept;
    receiver.received.length = 0;
    await fixtures.call(anna, 'PATCH', `/ext/webhooks/${hook.id}`, { active: true });
    await work();
    assert.deepEqual(ticketsAt(hook), [second]);
    assert.equal((await hookOf(anna, hook)).disabled, null);
  });

  it('is disabled at once by 410', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(410);
    await fixtures.createTicket();
    await work();
    assert.equal((await hookOf(anna, hook)).disabled.reason, 'gone');
  });
});

describe('a delivery that is sent by hand', () => {
  it('has the same id and body, and comes before those that wait, although the webhook is backing off', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await work();
    const [{ id }] = await deliveriesOf(anna, hook);
    receiver.answer = answerWith(500);
    const second = await fixtures.createTicket();
    await work();
    receiver.answer = accept;
    assert.equal((await redeliver(hook, id)).body.state, 'pending');
    await work();
    const [first, failed, again, last] = receiver.received;
    assert.deepEqual([again?.body, again?.headers['webhook-id']], [first?.body, first?.headers['webhook-id']]);
    // The receiver works again, so what waits goes on.
    assert.deepEqual(
      [failed?.body, last?.body].map((body) => JSON.parse(body ?? '{}').data.ticket_id),
      [second, second],
    );
    assert.deepEqual(await statesOf(hook), ['delivered', 'delivered']);
  });

  it('is not repeated when it fails, and does not stop the others', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await work();
    const [{ id }] = await deliveriesOf(anna, hook);
    receiver.answer = answerWith(500);
    await redeliver(hook, id);
    await work();
    assert.deepEqual(await statesOf(hook), ['failed']);
    assert.equal((await hookOf(anna, hook)).failing_since, null);
    assert.equal(receiver.received.length, 2);
  });

  it('that waits is tried at once', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    receiver.answer = answerWith(500);
    await fixtures.createTicket();
    await work();
    receiver.answer = accept;
    await work();
    assert.deepEqual(await statesOf(hook), ['pending']);
    const [{ id }] = await deliveriesOf(anna, hook);
    await redeliver(hook, id);
    await work();
    assert.deepEqual(await statesOf(hook), ['delivered']);
  });

  it('is refused with 409 while the webhook is disabled', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await work();
    const [{ id }] = await deliveriesOf(anna, hook);
    await fixtures.call(anna, 'PATCH', `/ext/webhooks/${hook.id}`, { active: false });
    assert.equal((await redeliver(hook, id)).status, 409);
  });
});

describe('several instances', () => {
  it('send to a webhook one at a time', async () => {
    await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await collectEvents(fixtures.deps);
    const leases = await Promise.all(Array.from({ length: 8 }, () => claimWebhook(fixtures.deps, true)));
    assert.equal(leases.filter(Boolean).length, 1);
  });

  it('take over when the lease of another one ends, which then writes nothing any more', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await fixtures.createTicket();
    await collectEvents(fixtures.deps);
    const lost = await claimWebhook(fixtures.deps, true);
    assert(lost && leaseMs <= seconds(30));
    assert.equal(await claimWebhook(fixtures.deps, true), undefined);
    const client = new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts });
    const endLease = () => fixtures.transaction((tx) => sql`update webhooks set leased_until = now()`.execute(tx));
    // It hangs in the middle of its attempt until another one has the lease.
    let taken: Awaited<ReturnType<typeof claimWebhook>>;
    receiver.answer = (response) => {
      void endLease()
        .then(() => claimWebhook(fixtures.deps, true))
        .then((lease) => {
          taken = lease;
          response.writeHead(204).end();
        });
    };
    await sendPending(fixtures.deps, client, lost);
    assert(taken);
    assert.deepEqual(await statesOf(hook), ['pending', 'pending']);
    receiver.answer = accept;
    await releaseLease(fixtures.deps, lost); // of no effect
    assert.equal(await claimWebhook(fixtures.deps, true), undefined);
    await sendPending(fixtures.deps, client, taken);
    assert.deepEqual(await statesOf(hook), ['delivered', 'delivered']);
  });

  it('record events in their order', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    const ids: number[] = [];
    const collecting = (async () => {
      while (ids.length < 40) await Promise.all([1, 2, 3].map(() => collectEvents(fixtures.deps)));
    })();
    while (ids.length < 40) ids.push(await fixtures.createTicket());
    await collecting;
    await work();
    assert.deepEqual(ticketsAt(hook), ids);
  });
});

it('the collection of events locks a project before its tickets, as its deletion does', async () => {
  const hook = await createHook(anna, ['ticket_canceled']);
  const ids = [await fixtures.createTicket(), await fixtures.createTicket()];
  for (const id of ids.toReversed()) {
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'Not needed' })).status, 200);
  }
  const deletion = await connectPostgres(fixtures.url);
  await deletion.query('begin');
  await deletion.query('select from projects where id = $1 for update', [fixtures.tower]);
  await deletion.query('select from tickets where id = $1 for update', [ids[0]]);
  const collected = collectEvents(fixtures.deps);
  await waitForLockWait(fixtures.db);
  await deletion.query('select from tickets where id = $1 for update', [ids[1]]);
  await deletion.query('commit');
  await deletion.end();
  await collected;
  await work();
  assert.deepEqual(ticketsAt(hook), ids.toReversed());
});

describe('the worker of an instance', () => {
  it('sends to others while a receiver hangs, and gives up its attempt when the service stops', async () => {
    const [hanging, other] = [await createHook(anna, ['ticket_created']), await createHook(root, ['ticket_created'])];
    receiver.answer = (response, { path }) => {
      if (path !== hanging.path) response.end();
    };
    const worker = new WebhookWorker(fixtures.deps);
    const ids = [await fixtures.createTicket(), await fixtures.createTicket()];
    await waitFor(() => ticketsAt(other).length === 2 && ticketsAt(hanging).length === 1);
    await worker.stop(0);
    assert.deepEqual(ticketsAt(other), ids);
    const [{ state, attempts }] = await deliveriesOf(anna, hanging);
    assert.deepEqual([state, attempts], ['pending', 0]);
    // The lease was given back.
    assert.equal((await claimWebhook(fixtures.deps, true))?.webhookId, hanging.id);
  });
});

describe('an account whose receivers answer at the last moment', () => {
  it('is called 4 times at once by an instance, and does not delay other accounts', async () => {
    const slow: string[] = [];
    for (let n = 0; n < 6; n++) slow.push((await createHook(anna, ['ticket_created'])).path);
    const other = await createHook(root, ['ticket_created']);
    receiver.answer = (response, { path }) => {
      if (path === other.path) response.writeHead(204).end();
    };
    await fixtures.createTicket();
    const worker = new WebhookWorker(fixtures.deps);
    const calledSlow = () => slow.filter((path) => receiver.bodies(path).length > 0);
    await waitFor(() => ticketsAt(other).length === 1 && calledSlow().length > 0);
    await worker.stop(0);
    assert.equal(calledSlow().length, 4); // at once
  });

  it('gives others their turn after some seconds, though more is due', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    await fixtures.createTicket();
    await fixtures.createTicket();
    await collectEvents(fixtures.deps);
    const lease = await claimWebhook(fixtures.deps, true);
    assert(lease);
    const start = performance.now();
    receiver.answer = (response) => {
      mock.method(performance, 'now', () => start + seconds(11));
      response.writeHead(204).end();
    };
    try {
      await sendPending(fixtures.deps, new WebhookClient({ allowedHosts: fixtures.deps.config.webhookAllowedHosts }), lease);
    } finally {
      mock.restoreAll();
    }
    assert.deepEqual(await statesOf(hook), ['delivered', 'pending']);
  });
});

describe('what is kept', () => {
  it('ends after 30 days, and with the newest 1,000 that are done', async () => {
    const hook = await createHook(anna, ['ticket_created']);
    const insert = (n: number, state: string, at: Date) =>
      fixtures.transaction((tx) =>
        sql`insert into webhook_deliveries (webhook_id, event, project_id, details, created_at, state)
          select ${hook.id}, 'ticket_created', ${fixtures.tower}, '{}', ${at}, ${state} from generate_series(1, ${n}::int)`.execute(
          tx,
        ),
      );
    const counts = async () => {
      const { rows } = await sql<{ state: string; n: number }>`
        select state, count(*) as n from webhook_deliveries group by state order by state`.execute(fixtures.db.read);
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    };
    await insert(1, 'pending', new Date(startOfTests.getTime() - keepMs - 1));
    await insert(2, 'pending', startOfTests);
    await insert(maxKept + 5, 'delivered', startOfTests);
    await fixtures.call(anna, 'POST', `/ext/webhooks/${hook.id}/rotate-secret`);
    await deleteOldWebhookDeliveries(fixtures.deps);
    assert.deepEqual(await counts(), { delivered: maxKept, pending: 2 });
    assert.notEqual((await hookOf(anna, hook)).previous_secret_until, null);
    fixtures.advanceClock(hours(24));
    await deleteOldWebhookDeliveries(fixtures.deps);
    assert.equal((await hookOf(anna, hook)).previous_secret_until, null);
  });
});

describe('a password that somebody else had chosen', () => {
  it('disables the webhooks of the account when it is changed', async () => {
    const hook = await createHook(boris, ['ticket_created']);
    await fixtures.call(root, 'POST', `/users/${boris.id}/password-set`, { password: 'chosen-by-root-1' });
    const { body } = await fixtures.call(root, 'POST', `/users/${boris.id}/password-reset`);
    const reset = { token: body.token, password: 'chosen-by-boris-1' };
    assert.equal((await fixtures.call(undefined, 'POST', '/auth/reset-password', reset)).status, 200);
    const { body: page } = await fixtures.call(root, 'GET', '/ext/webhooks');
    const { active, disabled } = page.items.find(({ id }: TestHook) => id === hook.id);
    assert.deepEqual([active, disabled.reason], [false, 'password']);
  });
});
