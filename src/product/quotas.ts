import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../platform/config/config.ts';
import type { Tx } from '../platform/database/database.ts';
import { conflict } from '../platform/http/errors.ts';

type LimitedRows = 'projects' | 'objects' | 'equipment' | 'rules' | 'invitations';

const counts: Record<LimitedRows, (client: RawBuilder<string>, now: Date) => RawBuilder<{ n: number }>> = {
  projects: (client) => sql`select count(*) as n from projects where client_id = ${client}`,
  objects: (client) =>
    sql`select count(*) as n from objects o join projects p on p.id = o.project_id where p.client_id = ${client}`,
  equipment: (client) => sql`
    select count(*) as n from equipment q join objects o on o.id = q.object_id join projects p on p.id = o.project_id
    where p.client_id = ${client}`,
  rules: (client) => sql`select count(*) as n from recurring_rules where client_id = ${client}`,
  invitations: (client, now) => sql`
    select count(*) as n from project_workers m join projects p on p.id = m.project_id
    where p.client_id = ${client} and m.status = 'invited' and m.expires_at > ${now.toISOString()}`,
};

/** The owner of a project, for requireWithinQuota(). */
export const clientOfProject = (id: number): RawBuilder<string> => sql`(select client_id from projects where id = ${id})`;

/** The owner of an object, for requireWithinQuota(). */
export const clientOfObject = (id: number): RawBuilder<string> =>
  sql`(select p.client_id from objects as o join projects as p on p.id = o.project_id where o.id = ${id})`;

/**
 * Checks a quota after the insert of a row, in its transaction. An advisory lock per client keeps concurrent inserts from
 * exceeding the quota together.
 * @param client an id, or clientOfProject()
 * @throws 409 quota exceeded
 */
export async function requireWithinQuota(
  tx: Tx,
  kind: LimitedRows,
  quotas: Config['quotas'],
  client: string | RawBuilder<string>,
  now: Date,
): Promise<void> {
  const id = typeof client === 'string' ? sql<string>`${client}::uuid` : client;
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind} || ' ' || ${id}::text, 0))`.execute(tx);
  const { rows } = await counts[kind](id, now).execute(tx);
  const max = quotas[kind];
  if ((rows[0]?.n ?? 0) > max) throw conflict('quota_reached', `a client has at most ${max} ${kind}`);
}
