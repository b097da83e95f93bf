import { errorMessages } from './error-messages.ts';
import { conflict, type HttpError, notFound, unauthorized } from './errors.ts';

/** The actor was deleted during the request. */
const actorDeleted = () => unauthorized();
const hasRelatedRecords = () => conflict(errorMessages.userHasRecords);

/** The errors of violated constraints, by the name of the constraint. */
const constraintErrors: Record<string, () => HttpError> = {
  users_email_key: () => conflict(errorMessages.emailTaken),
  projects_name: () => conflict(errorMessages.projectNameTaken),
  objects_name: () => conflict(errorMessages.objectNameTaken),
  // The project was deleted during the request.
  project_workers_project: () => notFound('project'),
  users_created_by: actorDeleted,
  project_workers_invited_by: actorDeleted,
  tickets_assigned_by: actorDeleted,
  tickets_closed_by: actorDeleted,
  ticket_events_actor: actorDeleted,
  ticket_photos_uploader: actorDeleted,
  recurring_rules_created_by: actorDeleted,
  projects_client: hasRelatedRecords,
  project_workers_worker: hasRelatedRecords,
  tickets_client: hasRelatedRecords,
  tickets_worker: hasRelatedRecords,
};

/** The error of a violated constraint; undefined if the violation is a bug (500). */
export function constraintError(constraint: string | undefined): HttpError | undefined {
  return constraint === undefined ? undefined : constraintErrors[constraint]?.();
}
