import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { OneOf } from '../../../platform/http/schemas.ts';
import type { ActingRight } from '../../../platform/module/module.ts';
import type { TicketFilter } from '../../../platform/module/ticket-fields.ts';
import { type Actor, workersOfLead } from '../../visibility.ts';
import type { Team, TeamQuery } from './schemas.ts';
import './tables.ts';

/** Teams that somebody reads: its own, all for an admin. Alias `t`. */
const readsTeam = (actor: Actor): RawBuilder<SqlBool> =>
  actor.role === 'admin'
    ? sql`true`
    : sql`exists (select from team_members as own where own.team_id = t.id and own.worker_id = ${actor.id})`;

const membersOfTeam = sql<Team['members']>`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
  from team_members as m join users as u on u.id = m.worker_id where m.team_id = t.id and not m.is_lead), '[]')`;

/** Lists the teams that an account reads. */
export async function listTeams(db: Db, actor: Actor, query: TeamQuery): Promise<Page<Team>> {
  const page = await selectPage(teamsOf(db).where(readsTeam(actor)), query, {
    column: `t.${query.sort}`,
    id: 't.id',
    direction: 'asc',
  });
  return { ...page, items: page.items.map(withMemberIds) };
}

/** Reads one team in the transaction that has locked it. */
export async function getTeam(db: Db, id: string): Promise<Team> {
  return withMemberIds(await teamsOf(db).where('t.id', '=', id).executeTakeFirstOrThrow());
}

const teamsOf = (db: Db) =>
  db
    .selectFrom('teams as t')
    .leftJoin('team_members as l', (join) => join.onRef('l.team_id', '=', 't.id').on('l.is_lead', '=', true))
    .leftJoin('users as u', 'u.id', 'l.worker_id')
    .select(['t.id', 't.name', 'u.id as lead_id', 't.created_at', membersOfTeam.as('members')])
    .select(sql<string>`coalesce(u.name, '')`.as('lead_name'));

const withMemberIds = (team: Omit<Team, 'member_ids'>): Team => ({ ...team, member_ids: team.members.map(({ id }) => id) });

/** The lead of a team acts for its members. */
export const rightOfLeads: ActingRight = {
  scope: (senderId, principalId) => sql`
    select 'write' from team_members as l join team_members as m on m.team_id = l.team_id
    where l.worker_id = ${senderId} and l.is_lead and m.worker_id = ${principalId} and not m.is_lead`,
  principals: (senderId) => sql`
    select m.worker_id as principal_id, 'write' as scope
    from team_members as l join team_members as m on m.team_id = l.team_id
    where l.worker_id = ${senderId} and l.is_lead and not m.is_lead`,
};

export const teamFilter: TicketFilter = {
  name: 'team',
  schema: {
    ...OneOf(['true', 'false']),
    description:
      'true: of the lead of a team the tickets of the lead and the members, instead of those it sees; for others nothing.',
  },
  condition: () => sql<SqlBool>`true`,
  workers: async (db, value, { id, role }) => {
    if (value !== 'true' || role !== 'worker') return undefined;
    const { rows } = await workersOfLead(id).execute(db);
    return rows.length === 0 ? undefined : rows.map(({ worker_id }) => worker_id);
  },
};
