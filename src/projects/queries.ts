import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/errors.ts';
import { directionOf, nameCollation, type Page } from '../http/paging.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { Project, ProjectQuery } from './schemas.ts';

const columns = [
  'p.id',
  'p.name',
  'p.client_id',
  sql<string>`(select name from users where id = p.client_id)`.as('client_name'),
  'p.is_active',
  'p.created_at',
] as const;

/** @throws 404 missing or foreign */
export async function getProject(db: Db, actor: Actor, id: number): Promise<Project> {
  const project = await db
    .selectFrom('projects as p')
    .select(columns)
    .where('p.id', '=', id)
    .where(seesProject(actor))
    .executeTakeFirst();
  if (!project) throw notFound('project');
  return project;
}

export async function requireProject(db: Db, actor: Actor, id: number): Promise<void> {
  const project = await db
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where(seesProject(actor))
    .executeTakeFirst();
  if (!project) throw notFound('project');
}

export async function listProjects(db: Db, actor: Actor, query: ProjectQuery): Promise<Page<Project>> {
  const { client_id, sort, limit, offset } = query;
  const direction = directionOf(query, 'desc');
  let projects = db.selectFrom('projects as p').where(seesProject(actor));
  if (client_id !== undefined) projects = projects.where('p.client_id', '=', client_id);
  const [items, { total }] = await Promise.all([
    projects
      .select(columns)
      .orderBy(sort === 'name' ? sql`p.name ${nameCollation}` : sql.ref(`p.${sort}`), direction)
      .orderBy('p.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    projects.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total, limit, offset };
}
