import type { Generated, GeneratedAlways } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Timestamp as StoredTimestamp } from '../../../platform/database/tables.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, limits, Name, onlyFor, PageOf, Text, Timestamp, Uuid } from '../../../platform/http/schemas.ts';

const ProjectName = Name(2, limits.name, ['Tower']);

export const Project = Type.Object(
  {
    id: Id,
    name: Type.String(),
    client_id: Uuid,
    client_name: Type.String(),
    is_active: Type.Boolean({ description: 'A disabled project takes no new tickets and no new objects.' }),
    created_at: Timestamp,
  },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectPage = PageOf(Project);

export const CreateProject = Type.Object(
  {
    name: ProjectName,
    client_id: Type.Optional({
      ...onlyFor('admin', Uuid),
      description: 'The owner. An admin must name it; a client is the owner.',
    }),
  },
  { title: 'CreateProject' },
);

export const ChangeProject = Changes('ChangeProject', { name: ProjectName, is_active: Type.Boolean() });
export type ChangeProject = Static<typeof ChangeProject>;

export const ProjectQuery = Type.Object({
  client_id: Type.Optional(onlyFor('admin', Uuid)),
  ...pageParameters(['created_at', 'name', 'id'], 'created_at'),
});

export const ProjectSearch = Type.Object({
  q: Type.Optional({ ...Text(0, limits.search), description: 'Words that name or owner hold, in any case; all of them must.' }),
  client_id: Type.Optional(onlyFor('admin', Uuid)),
  ...pageParameters(['name', 'created_at', 'id'], 'name'),
});
export type ProjectSearch = Static<typeof ProjectSearch>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    projects: ProjectsTable;
  }
}

interface ProjectsTable {
  id: Generated<number>;
  client_id: string;
  name: string;
  is_active: Generated<boolean>;
  created_at: StoredTimestamp;
  name_search: GeneratedAlways<string>;
}
