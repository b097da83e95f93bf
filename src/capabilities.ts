import { settings } from './appliance/settings/capability.ts';
import { chatActions } from './outbound/chat-actions/capability.ts';
import { liveUpdates } from './outbound/live-updates/capability.ts';
import { mail } from './outbound/mail/capability.ts';
import { messenger } from './outbound/messenger/capability.ts';
import { notifications } from './outbound/notifications/capability.ts';
import { reminders } from './outbound/reminders/capability.ts';
import { webhooks } from './outbound/webhooks/capability.ts';
import type { Capability } from './platform/capability/capability.ts';
import type { PersonalTable } from './platform/capability/personal-data.ts';
import { platformPersonalData } from './platform/capability/platform-personal-data.ts';
import type { DropHook } from './platform/deliveries/queue.ts';
import { absences } from './product/absences/capability.ts';
import { account } from './product/account/capability.ts';
import { announcements } from './product/announcements/capability.ts';
import { apiTokens } from './product/api-tokens/capability.ts';
import { appointments } from './product/appointments/capability.ts';
import { archive } from './product/archive/capability.ts';
import { attachments } from './product/attachments/capability.ts';
import { audit } from './product/audit/capability.ts';
import { auth } from './product/auth/capability.ts';
import { calendar } from './product/calendar/capability.ts';
import { chain } from './product/chain/capability.ts';
import { changes } from './product/changes/capability.ts';
import { checklists } from './product/checklists/capability.ts';
import { comments } from './product/comments/capability.ts';
import { contacts } from './product/contacts/capability.ts';
import { costs } from './product/costs/capability.ts';
import { deadlines } from './product/deadlines/capability.ts';
import { documents } from './product/documents/capability.ts';
import { edits } from './product/edits/capability.ts';
import { equipment } from './product/equipment/capability.ts';
import { exports } from './product/exports/capability.ts';
import { grants } from './product/grants/capability.ts';
import { holds } from './product/holds/capability.ts';
import { importing } from './product/import/capability.ts';
import { intake } from './product/intake/capability.ts';
import { mcp } from './product/mcp/capability.ts';
import { members } from './product/members/capability.ts';
import { objectNotes } from './product/object-notes/capability.ts';
import { objects } from './product/objects/capability.ts';
import { oidc } from './product/oidc/capability.ts';
import { onMyWay } from './product/on-my-way/capability.ts';
import { passkeys } from './product/passkeys/capability.ts';
import { photos } from './product/photos/capability.ts';
import { planner } from './product/planner/capability.ts';
import { portal } from './product/portal/capability.ts';
import { privacy } from './product/privacy/capability.ts';
import { projects } from './product/projects/capability.ts';
import { quotes } from './product/quotes/capability.ts';
import { reassignment } from './product/reassignment/capability.ts';
import { createRecurringTicket } from './product/recurring/actions.ts';
import { recurring } from './product/recurring/capability.ts';
import { report } from './product/report/capability.ts';
import { search } from './product/search/capability.ts';
import { snippets } from './product/snippets/capability.ts';
import { statements } from './product/statements/capability.ts';
import { stats } from './product/stats/capability.ts';
import { teams } from './product/teams/capability.ts';
import { thumbs } from './product/thumbs/capability.ts';
import { ticketDetails } from './product/ticket-details/capability.ts';
import { ticketLinks } from './product/ticket-links/capability.ts';
import { ticketTags } from './product/ticket-tags/capability.ts';
import { ticketsCapability } from './product/tickets/capability.ts';
import { twoFactor } from './product/two-factor/capability.ts';
import { users } from './product/users/capability.ts';
import { views } from './product/views/capability.ts';
import { work } from './product/work/capability.ts';
import { workload } from './product/workload/capability.ts';

/** All capabilities, in the order of the API description. */
export const capabilities: readonly Capability[] = [
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
  objects,
  objectNotes,
  equipment,
  documents,
  announcements,
  members,
  importing,
  ticketsCapability(createRecurringTicket),
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
  report,
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
export const dropHooks = (parts: readonly Capability[]): ReadonlyMap<string, DropHook> =>
  new Map(parts.flatMap((capability) => Object.entries(capability.dropHooks ?? {})));

/** What all tables keep about people. */
export const personalData: readonly PersonalTable[] = [
  ...capabilities.flatMap((capability) => capability.personalData ?? []),
  ...platformPersonalData,
];

/** All tables that a backup contains. */
export const tables: readonly string[] = [
  ...capabilities.flatMap((capability) => capability.tables ?? []),
  'job_results',
  'deliveries',
  'audit_events',
  'idempotency_keys',
];

/** The others, but schema_migrations: their rows mean something in this database only. */
export const tablesOfDatabase: readonly string[] = capabilities.flatMap((capability) => capability.tablesOfDatabase ?? []);
