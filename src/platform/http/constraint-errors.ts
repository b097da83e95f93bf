import { conflict, type HttpError, notFound, unauthorized } from './errors.ts';

// Whoever acts was deleted while the write was under way: the token is void by now.
const actorIsGone = () => unauthorized();
const related = () => conflict('user has related records');

/** What a violated constraint of the schema means to the caller. */
const answers: Record<string, () => HttpError> = {
  users_email_key: () => conflict('email already taken'),
  projects_name: () => conflict('a project with this name already exists'),
  objects_name: () => conflict('an object with this name already exists in the project'),
  // The project was deleted while the worker was being invited.
  project_workers_project: () => notFound('project'),
  users_created_by: actorIsGone,
  project_workers_invited_by: actorIsGone,
  tickets_assigned_by: actorIsGone,
  tickets_closed_by: actorIsGone,
  ticket_events_actor: actorIsGone,
  ticket_photos_uploader: actorIsGone,
  recurring_rules_created_by: actorIsGone,
  // Whatever still points at an account keeps it from being deleted.
  projects_client: related,
  project_workers_worker: related,
  tickets_client: related,
  tickets_worker: related,
};

/** An unlisted constraint is a fault of ours and stays a 500. */
export function constraintError(constraint: string | undefined): HttpError | undefined {
  return constraint === undefined ? undefined : answers[constraint]?.();
}
