import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import type { Db } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { listUsers } from '../../src/product/identity/users/queries.ts';
import { listObjects, searchObjects } from '../../src/product/places/objects/queries.ts';
import { listProjects } from '../../src/product/places/projects/queries.ts';
import type { Actor } from '../../src/product/visibility.ts';
import { explain, nodesOf, type PlanNode } from '../../testing/explain.ts';
import { captured } from '../../testing/service-statements.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

// How searches are carried out over 100,000 accounts and objects and 20,000 projects.

const userId = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const admin: Actor = { id: userId(0), role: 'admin' };
/** Owns 100 projects with 450 objects. */
const client: Actor = { id: userId(2), role: 'client' };
const largeProject = 7;

const { url, drop } = await createEmptyDatabase();
const db = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC -c jit=off' });
before(async () => {
  await migrate({ connectionString: url }, pino({ level: 'silent' }));
  await db.connect();
  await db.query(`
    insert into users (id, email, email_key, name, role, password_hash, created_at)
    select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'user' || i || '@example.com', 'user' || i, 'Person ' || md5(i::text),
      (case when i = 0 then 'admin' when i <= 200 then 'client' else 'worker' end)::user_role, 'x', now()
    from generate_series(0, 100000) as i;
    insert into projects (client_id, name, created_at)
    select ('00000000-0000-4000-8000-' || lpad((1 + i % 200)::text, 12, '0'))::uuid, 'Project ' || md5('p' || i), now()
    from generate_series(1, 20000) as i;
    insert into objects (project_id, name, address, created_at)
    select case when i <= 90000 then 1 + i % 20000 else ${largeProject} end, 'House ' || md5('o' || i), 'Garden street ' || i, now()
    from generate_series(1, 100000) as i`);
  await db.query('vacuum (analyze)');
});
after(async () => {
  await db.end();
  await drop();
});

const page = { limit: 20, offset: 0, sort: 'name' } as const;

/** The plans of all statements of a list, page and total. */
async function plansOf(work: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  for (const statement of await captured((one) => work(one.read))) {
    for (const { plan } of await explain(db, statement)) plans.push(plan);
  }
  assert.equal(plans.length, 2);
  return plans;
}

/** The rows that the step looked at that looked at the most. */
const rowsLookedAt = (plan: PlanNode): number =>
  Math.max(...nodesOf(plan).map((node) => ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops']));

function requireIndex(plans: PlanNode[], index: string, maxRows: number): void {
  for (const plan of plans) {
    const nodes = nodesOf(plan).filter((node) => node['Actual Loops'] > 0);
    assert(
      nodes.some((node) => node['Index Name'] === index),
      `${index} is not used: ${JSON.stringify(plan)}`,
    );
    assert(rowsLookedAt(plan) <= maxRows, `${rowsLookedAt(plan)} rows: ${JSON.stringify(plan)}`);
  }
}

const md5 = async (text: string): Promise<string> => (await db.query('select md5($1) as md5', [text])).rows[0].md5;

describe('searches by an admin over 100,000 rows', () => {
  it('GET /ext/objects?q= uses an index to find a part of an object', async () => {
    const q = `HOUSE ${(await md5('o4711')).slice(3, 12)}`;
    requireIndex(await plansOf((one) => searchObjects(one, admin, { ...page, q }, new Date())), 'objects_search_key', 500);
  });
  it('GET /ext/objects?q= uses an index to find the objects of a project by a part of the project name', async () => {
    const q = (await md5('p4711')).slice(3, 12);
    requireIndex(await plansOf((one) => searchObjects(one, admin, { ...page, q }, new Date())), 'projects_search_key', 500);
  });
  it('GET /ext/projects?q= uses an index to find a part of a project or of its owner', async () => {
    for (const [text, index] of [
      ['p4711', 'projects_search_key'],
      ['7', 'users_search_key'],
    ] as const) {
      const q = (await md5(text)).slice(3, 12);
      requireIndex(await plansOf((one) => listProjects(one, admin, { ...page, q })), index, 500);
    }
  });
  it('GET /users?q= uses an index to find a part of a name or an e-mail address', async () => {
    for (const q of [(await md5('4711')).slice(3, 12), 'USER4711@']) {
      requireIndex(await plansOf((one) => listUsers(one, admin, { ...page, q })), 'users_search_key', 500);
    }
  });
});

describe('searches by a client with 450 objects', () => {
  for (const q of ['garden', 'house street project', 'a', 'a b c d e f 1 2', 'zzz']) {
    it(`GET /ext/objects?q=${q} reads only the rows of the client`, async () => {
      for (const plan of await plansOf((one) => searchObjects(one, client, { ...page, q }, new Date()))) {
        assert(rowsLookedAt(plan) <= 5_000, `${rowsLookedAt(plan)} rows: ${JSON.stringify(plan)}`);
      }
    });
    it(`GET /ext/projects?q=${q} reads only the rows of the client`, async () => {
      for (const plan of await plansOf((one) => listProjects(one, client, { ...page, q }))) {
        assert(rowsLookedAt(plan) <= 1_000, `${rowsLookedAt(plan)} rows: ${JSON.stringify(plan)}`);
      }
    });
  }
});

describe('first pages by name over 100,000 rows', () => {
  it('GET /users reads only the rows that it returns', async () => {
    const [first] = await plansOf((one) => listUsers(one, client, page));
    assert(first);
    requireIndex([first], 'users_by_name', 20);
  });
  it('GET /projects/{id}/objects reads only the rows that it returns', async () => {
    const [first] = await plansOf((one) => listObjects(one, admin, largeProject, page));
    assert(first);
    requireIndex([first], 'objects_by_name', 20);
  });
});
