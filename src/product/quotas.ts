import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/open.ts';
import { conflict } from '../platform/http/errors.ts';

// What one account may use, so that it cannot use up what all share. Generous: legitimate use does not meet it.

/** The settings, by the names that operators know, with their defaults. */
const settings = {
  /** accounts that a client creates within an hour */
  accountsPerHour: { name: 'MAX_ACCOUNTS_PER_HOUR', default: 100 },
  /** uploads of an account that are received at the same time; further ones wait for their turn */
  uploads: { name: 'MAX_UPLOADS', default: 8 },
  /** streams of live updates of an account on one instance; a further one ends the oldest */
  liveStreams: { name: 'MAX_LIVE_STREAMS', default: 10 },
  /** projects, objects, rules and open invitations of a client */
  projects: { name: 'MAX_PROJECTS', default: 1_000 },
  objects: { name: 'MAX_OBJECTS', default: 20_000 },
  rules: { name: 'MAX_RULES', default: 20_000 },
  invitations: { name: 'MAX_INVITATIONS', default: 2_000 },
  /** bytes on the disk of uploads below which none is received */
  freeDiskBytes: { name: 'MIN_FREE_DISK_BYTES', default: 256 * 1024 * 1024 },
} as const;

export type Quotas = Record<keyof typeof settings, number>;

/** @param integer reads the setting of a name, or its default */
export function readQuotas(integer: (name: string, fallback: number) => number): Quotas {
  const entries = Object.entries(settings).map(([key, { name, default: fallback }]) => [key, integer(name, fallback)]);
  return Object.fromEntries(entries) as Quotas;
}

type Kept = 'projects' | 'objects' | 'rules' | 'invitations';

const counts: Record<Kept, (client: RawBuilder<string>, now: Date) => RawBuilder<{ n: number }>> = {
  projects: (client) => sql`select count(*) as n from projects where client_id = ${client}`,
  objects: (client) =>
    sql`select count(*) as n from objects o join projects p on p.id = o.project_id where p.client_id = ${client}`,
  rules: (client) => sql`select count(*) as n from recurring_rules where client_id = ${client}`,
  invitations: (client, now) => sql`
    select count(*) as n from project_workers m join projects p on p.id = m.project_id
    where p.client_id = ${client} and m.status = 'invited' and m.expires_at > ${now.toISOString()}`,
};

/** The client of a project, for requireWithinQuota(). */
export const clientOfProject = (id: number): RawBuilder<string> => sql`(select client_id from projects where id = ${id})`;

/**
 * Called after a row was added, in the same transaction: those that add to one client's rows at the same time
 * wait for each other here, so that the count is exact.
 * @param client an id, or clientOfProject()
 * @throws 409 the client has more than it may
 */
export async function requireWithinQuota(
  tx: Tx,
  kind: Kept,
  quotas: Quotas,
  client: string | RawBuilder<string>,
  now: Date,
): Promise<void> {
  const id = typeof client === 'string' ? sql<string>`${client}::uuid` : client;
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind} || ' ' || ${id}::text, 0))`.execute(tx);
  const { rows } = await counts[kind](id, now).execute(tx);
  const max = quotas[kind];
  if ((rows[0]?.n ?? 0) > max) throw conflict(`a client has at most ${max} ${kind}`);
}
