import { sql } from 'kysely';
import { recordAuditEvent } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import { badRequest, notFound } from '../../../platform/http/errors.ts';
import type { Actor } from '../../visibility.ts';
import { requireActive } from '../users/actions.ts';
import { getTeam } from './queries.ts';
import type { ChangeTeam, CreateTeam, Team } from './schemas.ts';
import './tables.ts';

interface TeamMember {
  worker_id: string;
  is_lead: boolean;
}

/** The lead comes once, as lead. */
const membersOf = (leadId: string | null, memberIds: readonly string[]): TeamMember[] => [
  ...(leadId === null ? [] : [{ worker_id: leadId, is_lead: true }]),
  ...[...new Set(memberIds)].filter((id) => id !== leadId).map((worker_id) => ({ worker_id, is_lead: false })),
];

/** @throws 400 somebody is not a worker, 409 somebody is in a team already */
export async function createTeam(tx: Tx, actor: Actor, { name, lead_id, member_ids }: CreateTeam, now: Date): Promise<Team> {
  await requireActive(tx, actor);
  const members = membersOf(lead_id.toLowerCase(), lowerCase(member_ids));
  await lockWorkers(tx, members);
  const { id } = await tx.insertInto('teams').values({ name, created_at: now }).returning('id').executeTakeFirstOrThrow();
  await putMembers(tx, id, members);
  await recordTeam(tx, actor, { id, name }, 'created', now);
  return getTeam(tx, id);
}

/**
 * Changes a team. Requests of the former lead for somebody who is no member any more are refused when they answer.
 * A former lead stays as a member, unless `member_ids` says otherwise.
 * @throws as createTeam(), and 404 missing
 */
export async function changeTeam(tx: Tx, actor: Actor, id: string, changes: ChangeTeam, now: Date): Promise<Team> {
  await requireActive(tx, actor);
  if (changes.lead_id !== undefined || changes.member_ids !== undefined) {
    const former = await tx.selectFrom('team_members').select(['worker_id', 'is_lead']).where('team_id', '=', id).execute();
    const formerLead = former.find(({ is_lead }) => is_lead)?.worker_id ?? null;
    const memberIds = changes.member_ids ? lowerCase(changes.member_ids) : former.map(({ worker_id }) => worker_id);
    const members = membersOf(changes.lead_id?.toLowerCase() ?? formerLead, memberIds);
    await lockWorkers(tx, members);
    await lockTeam(tx, id);
    await putMembers(tx, id, members);
  } else await lockTeam(tx, id);
  if (changes.name !== undefined) await tx.updateTable('teams').set({ name: changes.name }).where('id', '=', id).execute();
  const team = await getTeam(tx, id);
  await recordTeam(tx, actor, team, 'changed', now);
  return team;
}

/** Deletes a team; its workers and their tickets stay. @throws 404 missing */
export async function deleteTeam(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  await requireActive(tx, actor);
  const team = await lockTeam(tx, id);
  await recordTeam(tx, actor, team, 'deleted', now);
  await tx.deleteFrom('teams').where('id', '=', id).execute();
}

const lowerCase = (ids: readonly string[]): string[] => ids.map((id) => id.toLowerCase());

async function lockTeam(tx: Tx, id: string): Promise<{ id: string; name: string }> {
  const team = await tx.selectFrom('teams').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!team) throw notFound('team');
  return team;
}

/** Accounts are locked before teams, in the order of their ids. @throws 400 */
async function lockWorkers(tx: Tx, members: readonly TeamMember[]): Promise<void> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${members.map(({ worker_id }) => worker_id)}::uuid[])`)
    .where('role', '=', 'worker')
    .orderBy('id')
    .forShare()
    .execute();
  const workers = new Set(found.map(({ id }) => id));
  const other = members.find(({ worker_id }) => !workers.has(worker_id));
  if (other)
    throw badRequest(
      'not_a_worker',
      other.is_lead ? 'lead_id is not a worker' : `member_ids: ${other.worker_id} is not a worker`,
    );
}

/** Changes only the rows of those who come, go or change places: acting for the others goes on meanwhile. */
async function putMembers(tx: Tx, teamId: string, members: readonly TeamMember[]): Promise<void> {
  await tx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where('worker_id', '<>', sql<string>`all(${members.map(({ worker_id }) => worker_id)}::uuid[])`)
    .execute();
  const lead = members.find(({ is_lead }) => is_lead)?.worker_id ?? null;
  // Before another one becomes lead: there is one at most.
  await tx
    .updateTable('team_members')
    .set({ is_lead: false })
    .where('team_id', '=', teamId)
    .where('is_lead', '=', true)
    .where('worker_id', 'is distinct from', lead)
    .execute();
  await sql`
    insert into team_members (worker_id, team_id, is_lead)
    select m.worker_id, ${teamId}::uuid, m.is_lead
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (worker_id uuid, is_lead boolean)
    where not exists (select from team_members as o where o.worker_id = m.worker_id and o.team_id = ${teamId})
    order by m.worker_id`.execute(tx);
  await tx
    .updateTable('team_members')
    .set({ is_lead: true })
    .where('team_id', '=', teamId)
    .where('worker_id', '=', lead)
    .where('is_lead', '=', false)
    .execute();
}

async function recordTeam(
  tx: Tx,
  actor: Actor,
  { id, name }: { id: string; name: string },
  change: 'created' | 'changed' | 'deleted',
  at: Date,
): Promise<void> {
  await recordAuditEvent(tx, { event: 'team_changed', at, actor, subject: { type: 'team', id, name }, detail: { change } });
  if (change !== 'created') await notify(tx, 'acting');
}
