import { sql } from 'kysely';
import type { Db } from '../../platform/database/open.ts';
import { directionOf, nameCollation, type Page } from '../../platform/http/pagination.ts';
import { sortExpression } from '../users/queries.ts';
import type { Actor } from '../visibility.ts';
import type { InvitationQuery, MemberQuery, ProjectInvitation, ProjectWorker } from './schemas.ts';

/** Everyone who was invited to a project, whatever they answered. */
export async function listMembers(db: Db, projectId: number, query: MemberQuery): Promise<Page<ProjectWorker>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'asc');
  const members = db
    .selectFrom('project_workers as m')
    .innerJoin('users as u', 'u.id', 'm.worker_id')
    .where('m.project_id', '=', projectId);
  const [rows, { total }] = await Promise.all([
    members
      .select(['u.id', 'u.email', 'u.name', 'u.phone', 'u.role', 'u.is_active', 'u.confirmed_at', 'u.created_at'])
      .select(['m.status', 'm.expires_at', 'm.responded_at'])
      .orderBy(sortExpression(sort), direction)
      .orderBy('u.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    members.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map(({ expires_at, responded_at, ...member }) => ({
    ...member,
    ...(expires_at !== null && { expires_at }),
    ...(responded_at !== null && { responded_at }),
  }));
  return { items, total, limit, offset };
}

const invitationSorts = {
  invited_at: sql`m.invited_at`,
  expires_at: sql`m.expires_at`,
  project_name: sql`p.name ${nameCollation}`,
};

/** The worker's own invitations that can still be answered. */
export async function listInvitations(db: Db, actor: Actor, query: InvitationQuery, now: Date): Promise<Page<ProjectInvitation>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'desc');
  const invitations = db
    .selectFrom('project_workers as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.worker_id', '=', actor.id)
    .where('m.status', '=', 'invited')
    .where('m.expires_at', '>', now.toISOString());
  const [items, { total }] = await Promise.all([
    invitations
      .select(['m.project_id', 'p.name as project_name', 'm.invited_by_name', 'm.invited_at'])
      .select(sql<string>`(select name from users where id = p.client_id)`.as('client_name'))
      .select(sql<string>`coalesce(m.invited_by::text, '')`.as('invited_by'))
      .select((eb) => eb.ref('m.expires_at').$notNull().as('expires_at'))
      .orderBy(invitationSorts[sort], direction)
      .orderBy('m.project_id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    invitations.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}
