import { responses } from '../../../platform/http/openapi.ts';
import { IdParams, OkAnswer } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { Module } from '../../../platform/module/module.ts';
import { fileDeletionJob } from '../photos/file-deletion.ts';
import { deleteProject } from './delete-project.ts';

export function projectDeletionRoutes(app: TypedFastify, { clock, db, deliveries, jobs, subscriptions }: Deps): void {
  app.delete(
    '/projects/:id',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Delete a project and all that is in it',
        description: 'Objects, memberships and tickets with their journal go with it, for good.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    async (request) => {
      await db.transaction((tx) => deleteProject(tx, { subscriptions, deliveries }, request.actor, request.params.id, clock()));
      jobs.trigger(fileDeletionJob);
      return { ok: true };
    },
  );
}

/** Apart from projects, since it deletes tickets and their files. */
export const projectDeletion: Module = { name: 'project-deletion', tag: 'projects', routes: projectDeletionRoutes };
