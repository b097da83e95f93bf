import { sql } from 'kysely';
import { foldedPattern, hasTrigram } from '../../platform/database/folded.ts';
import type { Db } from '../../platform/database/open.ts';
import { notFound } from '../../platform/http/errors.ts';
import { directionOf, nameCollation, type Page } from '../../platform/http/pagination.ts';
import { searchWords } from '../../platform/lib/text.ts';
import { type Actor, seesOwner, seesProject } from '../visibility.ts';
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

/** The projects that the caller sees, by words that their name or their owner's hold. */
export async function searchProjects(db: Db, actor: Actor, query: ProjectSearch): Promise<Page<Project>> {
  const { q = '', client_id } = query;
  let found = projectsOf(db, actor, client_id);
  for (const word of searchWords(q)) {
    const owners = ownersNamed(db, actor, word);
    found = found.where((eb) =>
      eb.or([
        eb('p.name_folded', 'like', foldedPattern(word)),
        hasTrigram(word) ? eb('p.client_id', '=', owners) : eb(ownerName, 'like', foldedPattern(word)),
      ]),
    );
  }
  return pageOf(found, query);
}

const ownerName = sql<string>`(select name_folded from users where id = p.client_id)`;

/** As an array, so that projects are found by index over their own name and over their owner in one statement. */
function ownersNamed(db: Db, actor: Actor, word: string) {
  const named = db
    .selectFrom('users as u')
    .select('u.id')
    .where(seesOwner(actor))
    .where('u.name_folded', 'like', foldedPattern(word));
  return sql<string>`any(array(${named}))`;
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
