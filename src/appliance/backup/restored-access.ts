import type pg from 'pg';
import type { CopiedTable } from './database.ts';

/** Who or what can use the service with a backup that was restored: it may have been removed after the backup was made. */
export interface RestoredAccess {
  kind: string;
  /** one for each row, for people */
  rows: string[];
}

const kinds = [
  {
    table: 'passkeys',
    kind: 'passkeys',
    rows: "select u.email || ': ' || a.name from passkeys as a join users as u on u.id = a.user_id",
  },
  {
    table: 'oidc_identities',
    kind: 'links to company accounts',
    rows: "select u.email || ': ' || a.issuer from oidc_identities as a join users as u on u.id = a.user_id",
  },
  {
    table: 'account_grants',
    kind: 'grants to act for clients',
    rows: `select p.email || ': ' || d.email from account_grants as a
      join users as p on p.id = a.principal_id join users as d on d.id = a.deputy_id`,
  },
  {
    table: 'object_portals',
    kind: 'addresses of portals',
    rows: `select p.name || ': ' || o.name from object_portals as a
      join objects as o on o.id = a.object_id join projects as p on p.id = o.project_id`,
  },
  {
    table: 'webhooks',
    kind: 'webhooks',
    // The rest of the URL may be secret.
    rows: "select u.email || ': ' || substring(a.url from '^https?://([^/?#]+)') from webhooks as a join users as u on u.id = a.owner_id",
  },
];

/** Lists the access that a restore brings back, before its commit. Tables that came with later migrations are missing. */
export async function listRestoredAccess(client: pg.Client, tables: readonly CopiedTable[]): Promise<RestoredAccess[]> {
  const found: RestoredAccess[] = [];
  for (const { kind, rows: query } of kinds.filter((one) => tables.some(({ name }) => name === one.table))) {
    const { rows } = await client.query<[string]>({ text: `${query} order by 1`, rowMode: 'array' });
    if (rows.length > 0) found.push({ kind, rows: rows.map(([row]) => row) });
  }
  return found;
}
