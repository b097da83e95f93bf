import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, seesProject } from '../../visibility.ts';

/** Rows of the projects that the actor sees, which exist: one that is being deleted may leave rows behind. Alias `s`. */
export const seesStats = (actor: Actor, projectId: number | undefined): RawBuilder<SqlBool> => sql`
  s.project_id in (select p.id from projects as p
    where ${seesProject(actor)} ${projectId === undefined ? sql`` : sql`and p.id = ${projectId}`})`;
