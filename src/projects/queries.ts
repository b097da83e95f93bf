import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/errors.ts';
import { directionOf, nameCollation, type Page } from '../http/paging.ts';
import { searchPatterns } from '../lib/text.ts';
import { type Actor, seesProject } from '../visibility.ts';
import type { Project, ProjectQuery, ProjectSearch } from './schemas.ts';

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
  return pageOf(projectsOf(db, actor, query.client_id), query);
}

export async function searchProjects(db: Db, actor: Actor, query: ProjectSearch): Promise<Page<Project>> {
  const { q = '', client_id } = query;
  let found = projectsOf(db, actor, client_id);
  const patterns = searchPatterns(q);
  const text = sql`concat_ws(' ', p.name, (select name from users where id = p.client_id)) ${nameCollation}`;
  if (patterns.length > 0) found = found.where(sql<boolean>`${text} ilike all(${patterns}::text[])`);
  return pageOf(found, query);
}

function projectsOf(db: Db, actor: Actor, owner: string | undefined) {
  const projects = db.selectFrom('projects as p').where(seesProject(actor));
  return owner === undefined ? projects : projects.where('p.client_id', '=', owner);
}

async function pageOf(projects: ReturnType<typeof projectsOf>, query: ProjectQuery): Promise<Page<Project>> {
  const { sort, limit, offset } = query;
  const direction = directionOf(query, 'desc');
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
