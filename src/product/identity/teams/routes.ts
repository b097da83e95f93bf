import { responses } from '../../../platform/http/openapi.ts';
import { OkAnswer, ok, UuidParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { changeTeam, createTeam, deleteTeam } from './actions.ts';
import { listTeams, rightOfLeads, teamFilter } from './queries.ts';
import { ChangeTeam, CreateTeam, Team, TeamPage, TeamQuery } from './schemas.ts';

export function teamRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/teams',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'List teams of workers',
        description: 'All for admins; the own one for its lead and members.',
        querystring: TeamQuery,
        response: responses(200, TeamPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listTeams(db.read, actor, query),
  );

  app.post(
    '/ext/teams',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Create a team',
        description: 'Its lead acts for the members with Act-For, and reassigns their tickets inside the team.',
        body: CreateTeam,
        response: responses(201, Team, 400, 401, 403, 409),
      },
    },
    ({ actor, body }) => db.transaction((tx) => createTeam(tx, actor, body, clock())),
  );

  app.patch(
    '/ext/teams/:id',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Change a team',
        description: 'A former lead stays as a member, unless `member_ids` says otherwise.',
        params: UuidParams,
        body: ChangeTeam,
        response: responses(200, Team, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, body, params }) => db.transaction((tx) => changeTeam(tx, actor, params.id, body, clock())),
  );

  app.delete(
    '/ext/teams/:id',
    {
      config: { roles: ['admin'] },
      schema: {
        summary: 'Delete a team',
        description: 'Its workers and their tickets stay.',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteTeam(tx, actor, params.id, clock()))),
  );
}

/** Teams of workers, whose leads act for the members. */
export const teams: Module = {
  name: 'teams',
  tag: 'acting',
  tables: ['teams', 'team_members'],
  personalData: [{ table: 'teams', kept: { name: 'the team' } }, ownRows('team_members', 'worker_id')],
  routes: teamRoutes,
  actingRight: rightOfLeads,
  ticketAdditions: () => ({ filters: [teamFilter] }),
};
