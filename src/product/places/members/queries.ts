import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { profileColumns } from '../../identity/users/queries.ts';
import type { Actor } from '../../visibility.ts';
import type { InvitationQuery, MemberQuery, ProjectInvitation, ProjectWorker } from './schemas.ts';

/** Lists the members of a project, with its open, expired and declined invitations. */
export async function listMembers(db: Db, projectId: number, query: MemberQuery): Promise<Page<ProjectWorker>> {
  const members = db
    .selectFrom('project_workers as m')
    .innerJoin('users as u', 'u.id', 'm.worker_id')
    .where('m.project_id', '=', projectId)
    .select([...profileColumns, 'm.status', 'm.expires_at', 'm.responded_at']);
  const page = await selectPage(members, query, { column: `u.${query.sort}`, id: 'u.id', direction: 'asc' });
  const items = page.items.map(({ expires_at, responded_at, ...member }) => ({
    ...member,
    ...(expires_at !== null && { expires_at }),
    ...(responded_at !== null && { responded_at }),
  }));
  return { ...page, items };
}

/** Lists the open invitations of a worker. */
export async function listInvitations(db: Db, actor: Actor, query: InvitationQuery, now: Date): Promise<Page<ProjectInvitation>> {
  const invitations = db
    .selectFrom('project_workers as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('m.worker_id', '=', actor.id)
    .where('m.status', '=', 'invited')
    .where('m.expires_at', '>', now.toISOString())
    .select(['m.project_id', 'p.name as project_name', 'm.invited_by_name', 'm.invited_at'])
    .select(sql<string>`(select name from users where id = p.client_id)`.as('client_name'))
    .select(sql<string>`coalesce(m.invited_by::text, '')`.as('invited_by'))
    .select((eb) => eb.ref('m.expires_at').$notNull().as('expires_at'));
  const column = query.sort === 'project_name' ? 'p.name' : `m.${query.sort}`;
  return selectPage(invitations, query, { column, id: 'm.project_id', direction: 'desc' });
}
