import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { claimWebhook } from '../../src/outbound/webhooks/leases.ts';
import type { SendDeps } from '../../src/outbound/webhooks/pending.ts';
import { WebhookClient } from '../../src/outbound/webhooks/post-message.ts';
import { sendPending } from '../../src/outbound/webhooks/send-pending.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { DeliveryQueue } from '../../src/platform/deliveries/queue.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// How deliveries are claimed when 5,000 tenants have one each that is tried again later, one tenant has 50,000 that are due and another
// one 50,000 that are not. How the next delivery to a webhook is found when 5,000 wait for each of three receivers: one that answers
// slowly, two that failed and are left alone for an hour, for one of which somebody asked for a delivery again.

const waitingTenants = 5_000;
const [dueTenant, lateTenant] = ['d', 'e'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const { url, drop } = await cloneDatabase();
const [slow, failed, asked] = ['11111111', '22222222', '33333333'].map((part) => `${part}-0000-4000-8000-000000000000`);
const leaseId = '99999999-0000-4000-8000-000000000000';
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await db.connect();
  await db.query(`
    insert into deliveries (queue, payload, created_at, due_at, tenant)
    select 'messages', '{}'::jsonb, now(), now() + interval '1 hour', md5(id::text)::uuid from generate_series(1, ${waitingTenants}) as id
    union all select 'messages', '{}'::jsonb, now(), now() - interval '1 hour', '${dueTenant}'::uuid from generate_series(1, 50000)
    union all select 'messages', '{}'::jsonb, now(), now() + interval '1 hour', '${lateTenant}' from generate_series(1, 50000)`);
  await db.query('vacuum analyze deliveries');
  await db.query(`
    insert into users (email, email_key, name, role, password_hash, created_at) values ('a@example.com', 'a@example.com', 'Anna', 'admin', '', now());
    insert into webhooks (id, owner_id, sees_all, url, events, is_active, secret, created_at, next_attempt_at, lease_id)
    select hook, users.id, true, 'https://example.com/', '{ticket.created}', true, '', now(),
      case when hook = '${slow}' then now() else now() + interval '1 hour' end, '${leaseId}'
    from users, unnest('{${slow},${failed},${asked}}'::uuid[]) as hook;
    insert into webhook_deliveries (webhook_id, event, details, created_at)
    select webhooks.id, 'ticket.created', '{}', now() from generate_series(1, 5000), webhooks;
    update webhook_deliveries set is_redelivery = true
    where id = (select max(id) from webhook_deliveries where webhook_id = '${asked}')`);
  await db.query('vacuum analyze webhook_deliveries');
});
after(async () => {
  await db.end();
  await drop();
});

const rowsRead = (node: PlanNode): number => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** @returns how many rows of deliveries a statement reads */
async function rowsReadBy(work: (one: Database) => Promise<unknown>): Promise<number> {
  const [statement, ...others] = await captured(work);
  assert(statement && others.length === 0, 'there is one statement');
  await db.query('begin');
  const [explained] = await explain(db, statement);
  await db.query('rollback');
  assert(explained);
  const nodes = nodesOf(explained.plan).filter((node) => node['Relation Name'] === 'deliveries');
  const scans = nodes.filter((node) => node['Node Type'] !== 'ModifyTable');
  assert(scans.length > 0);
  return scans.reduce((sum, node) => sum + rowsRead(node), 0);
}

describe('claims of deliveries among 105,000', () => {
  it('the tenants with due deliveries are found by one row of each tenant', async () => {
    const read = await rowsReadBy((one) =>
      new DeliveryQueue(one).findDueTenants('messages', '00000000-0000-0000-0000-000000000000'),
    );
    assert(read <= waitingTenants + 10, `${read} rows`);
  });

  it('one row is read while none of a queue is due', async () => {
    await db.query(`
      insert into deliveries (queue, payload, created_at, due_at, tenant)
      select 'mails', '{}'::jsonb, now(), now() + interval '1 hour', md5(id::text)::uuid from generate_series(1, ${waitingTenants}) as id`);
    await db.query('vacuum analyze deliveries');
    const read = await rowsReadBy((one) =>
      new DeliveryQueue(one).findDueTenants('mails', '00000000-0000-0000-0000-000000000000'),
    );
    assert(read <= 1, `${read} rows`);
  });

  it('the deliveries of chosen tenants are found by one row of each', async () => {
    const tenants = [dueTenant ?? '', lateTenant ?? ''];
    const read = await rowsReadBy((one) => new DeliveryQueue(one).claim('messages', tenants, 30_000));
    assert(read <= 10, `${read} rows`);
  });
});

const maxRows = 20;

/** Explains what is read of deliveries. @returns how many rows the last statement found */
async function requireFewRows(work: (one: Database) => Promise<unknown>): Promise<number> {
  const statements = await captured(work);
  assert.equal(statements.length, 1);
  const [statement] = statements;
  assert(statement);
  const [explained] = await explain(db, statement);
  assert(explained);
  const scans = nodesOf(explained.plan).filter((node) => node['Relation Name'] === 'webhook_deliveries');
  assert(scans.length > 0);
  for (const scan of scans) assert(rowsRead(scan) <= maxRows, `${scan['Node Type']} reads ${rowsRead(scan)} rows`);
  return explained.plan['Actual Rows'];
}

describe('the next delivery among 15,000', () => {
  for (const [what, webhookId = '', found] of [
    ['the oldest', slow, 1],
    ['none of a receiver that failed', failed, 0],
    ['the one that was asked for', asked, 1],
  ] as const) {
    it(`${what} is read with few rows`, async () => {
      const rows = await requireFewRows((one) =>
        sendPending({ db: one } as SendDeps, new WebhookClient({ allowedHosts: new Set() }), { webhookId, leaseId }),
      );
      assert.equal(rows, found);
    });
  }

  it('a webhook is claimed with few rows', async () => {
    await requireFewRows((one) => claimWebhook({ db: one }, true));
  });
});
