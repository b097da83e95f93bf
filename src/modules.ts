import { settings } from './appliance/settings/module.ts';
import { chatActions } from './outbound/chat-actions/module.ts';
import { liveUpdates } from './outbound/live-updates/module.ts';
import { mail } from './outbound/mail/module.ts';
import { messenger } from './outbound/messenger/module.ts';
import { notifications } from './outbound/notifications/module.ts';
import { reminders } from './outbound/reminders/module.ts';
import { webhooks } from './outbound/webhooks/module.ts';
import type { DropHook } from './platform/deliveries/queue.ts';
import type { Module } from './platform/module/module.ts';
import type { PersonalTable } from './platform/module/personal-data.ts';
import { platformPersonalData } from './platform/module/platform-personal-data.ts';
import { attachments } from './product/files/attachments/module.ts';
import { documents } from './product/files/documents/module.ts';
import { photos } from './product/files/photos/module.ts';
import { projectDeletion } from './product/files/project-deletion/module.ts';
import { thumbs } from './product/files/thumbs/module.ts';
import { account } from './product/identity/account/module.ts';
import { apiTokens } from './product/identity/api-tokens/module.ts';
import { audit } from './product/identity/audit/module.ts';
import { auth } from './product/identity/auth/module.ts';
import { grants } from './product/identity/grants/module.ts';
import { oidc } from './product/identity/oidc/module.ts';
import { passkeys } from './product/identity/passkeys/module.ts';
import { teams } from './product/identity/teams/module.ts';
import { twoFactor } from './product/identity/two-factor/module.ts';
import { users } from './product/identity/users/module.ts';
import { intake } from './product/intake/email/module.ts';
import { portal } from './product/intake/portal/module.ts';
import { announcements } from './product/places/announcements/module.ts';
import { equipment } from './product/places/equipment/module.ts';
import { importing } from './product/places/import/module.ts';
import { members } from './product/places/members/module.ts';
import { objectNotes } from './product/places/object-notes/module.ts';
import { objects } from './product/places/objects/module.ts';
import { projects } from './product/places/projects/module.ts';
import { archive } from './product/reporting/archive/module.ts';
import { exports } from './product/reporting/exports/module.ts';
import { jobSheet } from './product/reporting/job-sheet/module.ts';
import { mcp } from './product/reporting/mcp/module.ts';
import { privacy } from './product/reporting/privacy/module.ts';
import { statements } from './product/reporting/statements/module.ts';
import { stats } from './product/reporting/stats/module.ts';
import { work } from './product/reporting/work/module.ts';
import { calendar } from './product/schedules/calendar/module.ts';
import { createRecurringTicket } from './product/schedules/recurring/actions.ts';
import { recurring } from './product/schedules/recurring/module.ts';
import { absences } from './product/tickets/absences/module.ts';
import { appointments } from './product/tickets/appointments/module.ts';
import { chain } from './product/tickets/chain/module.ts';
import { changes } from './product/tickets/changes/module.ts';
import { checklists } from './product/tickets/checklists/module.ts';
import { comments } from './product/tickets/comments/module.ts';
import { contacts } from './product/tickets/contacts/module.ts';
import { costs } from './product/tickets/costs/module.ts';
import { deadlines } from './product/tickets/deadlines/module.ts';
import { edits } from './product/tickets/edits/module.ts';
import { holds } from './product/tickets/holds/module.ts';
import { ticketsModule } from './product/tickets/module.ts';
import { onMyWay } from './product/tickets/on-my-way/module.ts';
import { planner } from './product/tickets/planner/module.ts';
import { quotes } from './product/tickets/quotes/module.ts';
import { reassignment } from './product/tickets/reassignment/module.ts';
import { search } from './product/tickets/search/module.ts';
import { snippets } from './product/tickets/snippets/module.ts';
import { ticketDetails } from './product/tickets/ticket-details/module.ts';
import { ticketEquipment } from './product/tickets/ticket-equipment/module.ts';
import { ticketLinks } from './product/tickets/ticket-links/module.ts';
import { ticketTags } from './product/tickets/ticket-tags/module.ts';
import { views } from './product/tickets/views/module.ts';
import { workload } from './product/tickets/workload/module.ts';

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
