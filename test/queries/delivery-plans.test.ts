import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Database } from '../../src/platform/database/database.ts';
import { DeliveryQueue } from '../../src/platform/deliveries/queue.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { cloneDatabase } from '../../testing/test-database.ts';

// How deliveries are claimed when 5,000 tenants have one each that is tried again later, one tenant has 50,000 that are due and another
// one 50,000 that are not.

const waitingTenants = 5_000;
const [dueTenant, lateTenant] = ['d', 'e'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const { url, drop } = await cloneDatabase();
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await db.connect();
  await db.query(`
    insert into deliveries (queue, payload, created_at, due_at, tenant)
    select 'messages', '{}'::jsonb, now(), now() + interval '1 hour', md5(id::text)::uuid from generate_series(1, ${waitingTenants}) as id
    union all select 'messages', '{}'::jsonb, now(), now() - interval '1 hour', '${dueTenant}'::uuid from generate_series(1, 50000)
    union all select 'messages', '{}'::jsonb, now(), now() + interval '1 hour', '${lateTenant}' from generate_series(1, 50000)`);
  await db.query('vacuum analyze deliveries');
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
