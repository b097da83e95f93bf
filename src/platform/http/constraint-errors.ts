import { errorMessages } from './error-messages.ts';
import { conflict, type HttpError, invalidAccessToken, invalidValue, notFound, validationFailed } from './errors.ts';

/** The actor was deleted during the request. */
const actorDeleted = () => invalidAccessToken();
/** A user is not deleted while projects, memberships or tickets refer to it. */
const userHasRecords = () => conflict('user_has_records', errorMessages.userHasRecords);

/** The errors of violated constraints, by the name of the constraint (src/platform/database/migrations). */
const constraintErrors: Record<string, () => HttpError> = {
  users_email_key: () => conflict('email_taken', errorMessages.emailTaken),
  // unique (client_id, name): two clients may use the same name, one client may not use it twice.
  projects_name: () => conflict('project_name_taken', errorMessages.projectNameTaken),
  // unique (project_id, name)
  objects_name: () => conflict('object_name_taken', errorMessages.objectNameTaken),
  // unique (object_id, name)
  equipment_name: () => conflict('equipment_name_taken', errorMessages.equipmentNameTaken),
  equipment_object: () => notFound('object'),
  // Tickets are about the equipment that is to be deleted.
  ticket_equipment_equipment: () => conflict('equipment_has_tickets', errorMessages.equipmentHasTickets),
  documents_object: () => notFound('object'),
  documents_equipment: () => notFound('equipment'),
  documents_uploaded_by: actorDeleted,
  announcements_object: () => notFound('object'),
  announcements_order: () => validationFailed(errorMessages.toNotAfterFrom, '#/to'),
  equipment_portals_equipment: () => notFound('equipment'),
  // unique (reference, client_id)
  objects_reference: () => conflict('reference_taken', errorMessages.referenceTaken),
  tickets_reference: () => conflict('reference_taken', errorMessages.referenceTaken),
  saved_views_owner: actorDeleted,
  // unique (owner_id, name), and among shared views
  saved_views_name: () => conflict('view_name_taken', errorMessages.viewNameTaken),
  webhooks_owner: actorDeleted,
  worker_absences_order: () => invalidValue('from', 'must not be after to'),
  team_members_one_team: () => conflict('in_team_already', errorMessages.inTeamAlready),
  // The project was deleted during the request.
  project_workers_project: () => notFound('project'),
  object_notes_object: () => notFound('object'),
  object_portals_object: () => notFound('object'),
  portal_reports_object: () => notFound('portal'),
  portal_reports_client: () => notFound('user'),
  portal_reports_decided_by: actorDeleted,
  // A report is rated once.
  report_ratings_once: () => conflict('already_rated', errorMessages.alreadyRated),
  portal_reports_reported_by: actorDeleted,
  portal_reports_from_ticket: () => notFound('ticket'),
  users_created_by: actorDeleted,
  project_workers_invited_by: actorDeleted,
  tickets_assigned_by: actorDeleted,
  tickets_closed_by: actorDeleted,
  ticket_events_actor: actorDeleted,
  ticket_photos_uploader: actorDeleted,
  // unique (ticket_id, round)
  ticket_attachments_signature_once: () => conflict('already_signed', errorMessages.alreadySigned),
  ticket_attachments_author: actorDeleted,
  ticket_comments_author: actorDeleted,
  ticket_edits_actor: actorDeleted,
  ticket_costs_created_by: actorDeleted,
  ticket_cost_edits_actor: actorDeleted,
  ticket_quotes_sent_by: actorDeleted,
  ticket_quotes_answered_by: actorDeleted,
  // unique (from_id, to_id, kind)
  ticket_links_once: () => conflict('link_exists', errorMessages.linkExists),
  snippets_owner: actorDeleted,
  // No comment of the same ticket and author.
  ticket_attachments_comment: () => notFound('comment'),
  recurring_rules_created_by: actorDeleted,
  projects_client: userHasRecords,
  project_workers_worker: userHasRecords,
  tickets_client: userHasRecords,
  tickets_worker: userHasRecords,
};

/** The error of a violated constraint; undefined if the violation is a bug (500). */
export function constraintError(constraint: string | undefined): HttpError | undefined {
  return constraint === undefined ? undefined : constraintErrors[constraint]?.();
}
