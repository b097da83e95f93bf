import { settings } from './appliance/settings/module.ts';
import { chatActions } from './outbound/chat-actions/module.ts';
import { liveUpdates } from './outbound/live-updates/routes.ts';
import { mail } from './outbound/mail/module.ts';
import { messenger } from './outbound/messenger/module.ts';
import { notifications } from './outbound/notifications/module.ts';
import { reminders } from './outbound/reminders/reminders.ts';
import { webhooks } from './outbound/webhooks/module.ts';
import type { DropHook } from './platform/deliveries/queue.ts';
import type { Module } from './platform/module/module.ts';
import type { PersonalTable } from './platform/module/personal-data.ts';
import { platformPersonalData } from './platform/module/platform-personal-data.ts';
import { attachments } from './product/files/attachments/module.ts';
import { documents } from './product/files/documents/module.ts';
import { photos } from './product/files/photos/module.ts';
import { projectDeletion } from './product/files/project-deletion/routes.ts';
import { thumbs } from './product/files/thumbs/routes.ts';
import { account } from './product/identity/account/routes.ts';
import { apiTokens } from './product/identity/api-tokens/routes.ts';
import { audit } from './product/identity/audit/routes.ts';
import { auth } from './product/identity/auth/routes.ts';
import { grants } from './product/identity/grants/module.ts';
import { oidc } from './product/identity/oidc/module.ts';
import { passkeys } from './product/identity/passkeys/module.ts';
import { teams } from './product/identity/teams/routes.ts';
import { twoFactor } from './product/identity/two-factor/routes.ts';
import { users } from './product/identity/users/module.ts';
import { intake } from './product/intake/email/module.ts';
import { portal } from './product/intake/portal/module.ts';
import { announcements } from './product/places/announcements/routes.ts';
import { equipment } from './product/places/equipment/routes.ts';
import { importing } from './product/places/import/routes.ts';
import { members } from './product/places/members/module.ts';
import { objectNotes } from './product/places/object-notes/routes.ts';
import { objects } from './product/places/objects/routes.ts';
import { projects } from './product/places/projects/routes.ts';
import { activity } from './product/reporting/activity/routes.ts';
import { archive } from './product/reporting/archive/module.ts';
import { exports } from './product/reporting/exports/routes.ts';
import { jobSheet } from './product/reporting/job-sheet/routes.ts';
import { mcp } from './product/reporting/mcp/routes.ts';
import { privacy } from './product/reporting/privacy/routes.ts';
import { statements } from './product/reporting/statements/routes.ts';
import { stats } from './product/reporting/stats/module.ts';
import { work } from './product/reporting/work/routes.ts';
import { calendar } from './product/schedules/calendar/routes.ts';
import { createRecurringTicket } from './product/schedules/recurring/actions.ts';
import { recurring } from './product/schedules/recurring/module.ts';
import { absences } from './product/tickets/absences/routes.ts';
import { appointments } from './product/tickets/appointments/module.ts';
import { chain } from './product/tickets/chain/routes.ts';
import { changes } from './product/tickets/changes/module.ts';
import { checklists } from './product/tickets/checklists/module.ts';
import { comments } from './product/tickets/comments/routes.ts';
import { contacts } from './product/tickets/contacts/routes.ts';
import { costs } from './product/tickets/costs/module.ts';
import { deadlines } from './product/tickets/deadlines/module.ts';
import { edits } from './product/tickets/edits/routes.ts';
import { holds } from './product/tickets/holds/routes.ts';
import { ticketsModule } from './product/tickets/module.ts';
import { onMyWay } from './product/tickets/on-my-way/module.ts';
import { planner } from './product/tickets/planner/routes.ts';
import { quotes } from './product/tickets/quotes/module.ts';
import { reassignment } from './product/tickets/reassignment/module.ts';
import { search } from './product/tickets/search/refresh.ts';
import { snippets } from './product/tickets/snippets/routes.ts';
import { ticketDetails } from './product/tickets/ticket-details/routes.ts';
import { ticketEquipment } from './product/tickets/ticket-equipment/routes.ts';
import { ticketLinks } from './product/tickets/ticket-links/routes.ts';
import { ticketTags } from './product/tickets/ticket-tags/routes.ts';
import { views } from './product/tickets/views/routes.ts';
import { workload } from './product/tickets/workload/routes.ts';

/** All modules, in the order of the API description. */
export const modules: readonly Module[] = [
  auth,
  account,
  twoFactor,
  passkeys,
  oidc,
  apiTokens,
  grants,
  teams,
  users,
  privacy,
  audit,
  work,
  settings,
  projects,
  projectDeletion,
  objects,
  objectNotes,
  equipment,
  ticketEquipment,
  documents,
  announcements,
  members,
  importing,
  ticketsModule(createRecurringTicket),
  ticketDetails,
  changes,
  activity,
  edits,
  ticketLinks,
  ticketTags,
  search,
  exports,
  views,
  snippets,
  contacts,
  deadlines,
  comments,
  chain,
  jobSheet,
  workload,
  stats,
  reassignment,
  holds,
  appointments,
  costs,
  quotes,
  statements,
  onMyWay,
  absences,
  planner,
  checklists,
  recurring,
  calendar,
  photos,
  thumbs,
  attachments,
  portal,
  intake,
  archive,
  mail,
  messenger,
  reminders,
  notifications,
  chatActions,
  liveUpdates,
  webhooks,
  mcp,
];

/** What else happens when deliveries are dropped by hand, by queue. */
export const dropHooks = (parts: readonly Module[]): ReadonlyMap<string, DropHook> =>
  new Map(parts.flatMap((module) => Object.entries(module.dropHooks ?? {})));

/** What all tables keep about people. */
export const personalData: readonly PersonalTable[] = [
  ...modules.flatMap((module) => module.personalData ?? []),
  ...platformPersonalData,
];

/** All tables that a backup contains. */
export const tables: readonly string[] = [
  ...modules.flatMap((module) => module.tables ?? []),
  'job_results',
  'deliveries',
  'audit_events',
  'idempotency_keys',
];

/** The others, but schema_migrations: their rows mean something in this database only. */
export const tablesOfDatabase: readonly string[] = modules.flatMap((module) => module.tablesOfDatabase ?? []);
