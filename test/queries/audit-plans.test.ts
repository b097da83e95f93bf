import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { auditEventNames } from '../../src/platform/audit/events.ts';
import { listAuditEvents } from '../../src/product/identity/audit/queries.ts';
import type { AuditQuery } from '../../src/product/identity/audit/schemas.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { cloneDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// How the audit log is read at 100,000 events of 500 accounts: most of them sign-ins, every 260th of each other kind.

const { url, drop } = await cloneDatabase();
// A commit that is not flushed yet would keep vacuum from marking its pages as visible to all.
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off -c synchronous_commit=on' });
before(async () => {
  await db.connect();
  await db.query(
    `insert into audit_events (at, event, actor_id, actor_name, subject_type, subject_id, subject_name, ip, request_id, detail)
     select timestamptz '2026-03-01' + n * interval '30 s',
       case when n % 10 = 0 then ($1::text[])[1 + (n / 10) % cardinality($1::text[])] else 'login_succeeded' end,
       account, '', 'user', account, '', '192.0.2.1', gen_random_uuid(), '{"user_agent": "a browser of some length"}'
     from generate_series(1, 100000) as n, lateral (select md5((n % 500)::text)::uuid as account) as accounts`,
    [auditEventNames],
  );
  // Whatever has a snapshot of this database meanwhile, such as autovacuum, keeps vacuum from marking pages as visible to all.
  await waitFor(async () => {
    await db.query('vacuum analyze audit_events');
    const { rows } = await db.query(`select relallvisible = relpages as done from pg_class where relname = 'audit_events'`);
    return rows[0]?.done === true;
  });
});
after(async () => {
  await db.end();
  await drop();
});

const account = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'; // md5('1')
const byIndex: Partial<AuditQuery>[] = [
  {},
  { event: 'user_deleted' },
  { actor_id: account },
  { subject_id: account },
  { subject_id: 'nobody' },
  { from: '2026-03-10T00:00:00Z', to: '2026-03-11T00:00:00Z' },
];
/** Nine of ten events match, or the filters have no index in common: the total reads rows. */
const byRows: Partial<AuditQuery>[] = [
  { event: 'login_succeeded' },
  { event: 'login_succeeded', from: '2026-03-10T00:00:00Z' },
  { actor_id: account, event: 'login_succeeded', to: '2026-03-10T00:00:00Z' },
];

async function plansOf(query: Partial<AuditQuery>): Promise<PlanNode[]> {
  const page = { limit: 20, offset: 0, sort: 'at', ...query } as const;
  const statements = await captured((one) => listAuditEvents(one.read, page));
  assert.equal(statements.length, 2);
  const explained = [];
  for (const statement of statements) explained.push(...(await explain(db, statement)));
  return explained.map(({ plan }) => plan);
}

/** Rows that a step of a plan read. */
const rowsRead = (node: PlanNode): number => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
const scansOf = (plan: PlanNode): PlanNode[] => nodesOf(plan).filter((node) => node['Relation Name'] === 'audit_events');
const maxRows = (plan: PlanNode): number => Math.max(...scansOf(plan).map(rowsRead));

function requireIndexOnly(plan: PlanNode): void {
  const scans = scansOf(plan);
  assert(scans.length > 0);
  for (const scan of scans) assert.deepEqual([scan['Node Type'], scan['Heap Fetches']], ['Index Only Scan', 0]);
}

describe('plans of GET /ext/audit at 100,000 events', () => {
  for (const query of [...byIndex, ...byRows]) {
    it(`a page with the filters ${JSON.stringify(query)} reads few rows`, async () => {
      const [page] = await plansOf(query);
      assert(page && maxRows(page) <= 500, `the page reads ${page && maxRows(page)} rows`);
    });
  }

  for (const query of byIndex) {
    it(`the total with the filters ${JSON.stringify(query)} is counted over an index`, async () => {
      const [, total] = await plansOf(query);
      assert(total);
      requireIndexOnly(total);
    });
  }

  it('the page before the last one finds its rows over an index', async () => {
    const [page] = await plansOf({ offset: 99_960 });
    assert(page);
    const [skipping, ...others] = scansOf(page).sort((a, b) => rowsRead(b) - rowsRead(a));
    assert(skipping && rowsRead(skipping) === 99_980);
    requireIndexOnly(skipping);
    assert(others.length > 0 && others.every((node) => rowsRead(node) <= 20));
  });
});
