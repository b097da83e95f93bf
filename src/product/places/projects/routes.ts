import { sql } from 'kysely';
import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { requireWithinQuota } from '../../quotas.ts';
import { changeProject, createProject } from './actions.ts';
import { getProject, listProjects } from './queries.ts';
import { ChangeProject, CreateProject, Project, ProjectPage, ProjectQuery, ProjectSearch } from './schemas.ts';

export function projectRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/projects',
    {
      config: { roles: ['client', 'admin'] },
      schema: { summary: 'List projects', querystring: ProjectQuery, response: responses(200, ProjectPage, 400, 401, 403) },
    },
    (request) => readLane(db, request, request.query)((lane) => listProjects(lane, request.actor, request.query)),
  );

  app.get(
    '/ext/projects',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Search projects',
        querystring: ProjectSearch,
        response: responses(200, ProjectPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listProjects(lane, request.actor, request.query)),
  );

  app.post(
    '/projects',
    {
      config: { roles: ['client', 'admin'] },
      schema: { summary: 'Create a project', body: CreateProject, response: responses(201, Project, 400, 401, 403, 409) },
    },
    async (request) => {
      const { name, client_id } = request.body;
      const now = clock();
      return db.transaction(async (tx) => {
        const created = await createProject(tx, request.actor, name, client_id, now);
        await requireWithinQuota(tx, 'projects', config.quotas, created.client_id, now);
        return created;
      });
    },
  );

  app.get(
    '/projects/:id',
    {
      config: { roles: ['client', 'admin'] },
      schema: { summary: 'Read one project', params: IdParams, response: responses(200, Project, 400, 401, 403, 404) },
    },
    (request) => getProject(db.read, request.actor, request.params.id),
  );

  app.patch(
    '/projects/:id',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Rename, disable or enable a project',
        params: IdParams,
        body: ChangeProject,
        response: responses(200, Project, 400, 401, 403, 404, 409),
      },
    },
    (request) => db.transaction((tx) => changeProject(tx, request.actor, request.params.id, request.body)),
  );
}

export const projects: Module = {
  name: 'projects',
  tag: 'projects',
  tables: ['projects'],
  personalData: [
    {
      table: 'projects',
      kept: { name: 'the project' },
      rowsOf: (id) => sql`t.client_id = ${id}`,
      secrets: ['name_folded', 'name_search'],
    },
  ],
  routes: projectRoutes,
};
