import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { hasPart, hasTrigram } from '../../../platform/database/like-patterns.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { type Page, selectPage } from '../../../platform/http/pagination.ts';
import { searchWords } from '../../../platform/lib/text.ts';
import { type Actor, seesOwner, seesProject } from '../../visibility.ts';
import type { Project, ProjectSearch } from './schemas.ts';

const columns = [
  'p.id',
  'p.name',
  'p.client_id',
  sql<string>`(select name from users where id = p.client_id)`.as('client_name'),
  'p.is_active',
  'p.created_at',
] as const;

/** Reads a project. @throws 404 missing or not visible */
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

/**
 * Checks that the actor sees a project.
 * @param lock a row lock until the end of the transaction
 * @throws 404 missing or not visible
 */
export async function requireProject(db: Db, actor: Actor, id: number, lock?: 'forShare' | 'forUpdate') {
  const query = db
    .selectFrom('projects as p')
    .select(['p.is_active', 'p.name', 'p.client_id'])
    .where('p.id', '=', id)
    .where(seesProject(actor));
  const project = await (lock ? query[lock]() : query).executeTakeFirst();
  if (!project) throw notFound('project');
  return project;
}

const ownerName = sql<string>`(select name_search from users where id = p.client_id)`;

/** Lists the projects that the actor sees and whose name, or whose owner's name, contains each word of `q`. */
export async function listProjects(db: Db, actor: Actor, query: ProjectSearch): Promise<Page<Project>> {
  const { q = '', client_id, sort } = query;
  let found = db.selectFrom('projects as p').where(seesProject(actor));
  if (client_id !== undefined) found = found.where('p.client_id', '=', client_id);
  for (const word of searchWords(q)) {
    const owners = db
      .selectFrom('users as u')
      .select('u.id')
      .where(seesOwner(actor))
      .where(hasPart(sql.ref('u.name_search'), word));
    found = found.where((eb) =>
      eb.or([
        hasPart(sql.ref('p.name_search'), word),
        // With an array of ids PostgreSQL combines the indexes over project names and over owners in one statement.
        hasTrigram(word) ? eb('p.client_id', '=', sql<string>`any(array(${owners}))`) : hasPart(ownerName, word),
      ]),
    );
  }
  return selectPage(found.select(columns), query, { column: `p.${sort}`, id: 'p.id', direction: 'desc' });
}
