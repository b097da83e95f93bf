import type { Static } from 'typebox';
import type * as messenger from '../../../src/outbound/messenger/schemas.ts';
import type { SendReason } from '../../../src/outbound/notifications/events.ts';
import type * as push from '../../../src/outbound/notifications/push/schemas.ts';
import type * as notifications from '../../../src/outbound/notifications/schemas.ts';
import type * as webhooks from '../../../src/outbound/webhooks/schemas.ts';
import type { OkAnswer } from '../../../src/platform/http/schemas.ts';
import type * as absences from '../../../src/product/absences/schemas.ts';
import type * as account from '../../../src/product/account/schemas.ts';
import type * as apiTokens from '../../../src/product/api-tokens/schemas.ts';
import type * as attachments from '../../../src/product/attachments/schemas.ts';
import type * as audit from '../../../src/product/audit/schemas.ts';
import type * as auth from '../../../src/product/auth/schemas.ts';
import type * as calendar from '../../../src/product/calendar/schemas.ts';
import type * as chain from '../../../src/product/chain/schemas.ts';
import type * as comments from '../../../src/product/comments/schemas.ts';
import type * as contacts from '../../../src/product/contacts/schemas.ts';
import type * as deadlines from '../../../src/product/deadlines/schemas.ts';
import type * as imports from '../../../src/product/import/schemas.ts';
import type * as members from '../../../src/product/members/schemas.ts';
import type * as objectNotes from '../../../src/product/object-notes/schemas.ts';
import type * as objects from '../../../src/product/objects/schemas.ts';
import type * as oidc from '../../../src/product/oidc/schemas.ts';
import type * as passkeys from '../../../src/product/passkeys/schemas.ts';
import type * as photos from '../../../src/product/photos/schemas.ts';
import type * as portal from '../../../src/product/portal/schemas.ts';
import type * as projects from '../../../src/product/projects/schemas.ts';
import type * as reassignment from '../../../src/product/reassignment/schemas.ts';
import type * as recurring from '../../../src/product/recurring/schemas.ts';
import type * as stats from '../../../src/product/stats/schemas.ts';
import type * as thumbs from '../../../src/product/thumbs/schemas.ts';
import type * as tickets from '../../../src/product/tickets/schemas.ts';
import type * as twoFactor from '../../../src/product/two-factor/schemas.ts';
import type * as users from '../../../src/product/users/schemas.ts';
import type * as views from '../../../src/product/views/schemas.ts';
import type * as workload from '../../../src/product/workload/schemas.ts';

// The types of the API, from the schemas that the service validates with. Only types are imported: no code of the service
// gets into the console.

export type Ok = Static<typeof OkAnswer>;

export type Login = Static<typeof auth.Login>;
export type Token = Static<typeof auth.Token>;
export type LogoutAll = Static<typeof auth.LogoutAll>;
export type ForgotPassword = Static<typeof auth.ForgotPassword>;
export type ResetPassword = Static<typeof auth.ResetPassword>;

export type Profile = Static<typeof users.Profile>;
export type ProfilePage = Static<typeof users.ProfilePage>;
export type CreateUser = Static<typeof users.CreateUser>;
export type ChangeProfile = Static<typeof users.ChangeProfile>;
export type ChangeUser = Static<typeof users.ChangeUser>;
export type SetPassword = Static<typeof users.SetPassword>;
export type PasswordReset = Static<typeof users.PasswordReset>;

export type Me = Static<typeof account.Me>;
export type ChangeMe = Static<typeof account.ChangeMe>;
export type ChangePassword = Static<typeof account.ChangePassword>;
export type Session = Static<typeof account.Session>;
export type SessionPage = Static<typeof account.SessionPage>;
export type AccountTrust = Static<typeof account.AccountTrust>;
export type AccountTrustPage = Static<typeof account.AccountTrustPage>;

export type StartTotp = Static<typeof twoFactor.StartTotp>;
export type TotpSetup = Static<typeof twoFactor.TotpSetup>;
export type ConfirmTotp = Static<typeof twoFactor.ConfirmTotp>;
export type RecoveryCodes = Static<typeof twoFactor.RecoveryCodes>;
export type DisableTotp = Static<typeof twoFactor.DisableTotp>;

export type Webhook = Static<typeof webhooks.Webhook>;
export type WebhookPage = Static<typeof webhooks.WebhookPage>;
export type NewWebhook = Static<typeof webhooks.NewWebhook>;
export type CreateWebhook = Static<typeof webhooks.CreateWebhook>;
export type ChangeWebhook = Static<typeof webhooks.ChangeWebhook>;
export type WebhookDelivery = Static<typeof webhooks.WebhookDelivery>;
export type WebhookDeliveryPage = Static<typeof webhooks.WebhookDeliveryPage>;
export type LinkedAccountPage = Static<typeof oidc.LinkedAccountPage>;

export type Passkey = Static<typeof passkeys.Passkey>;
export type PasskeyPage = Static<typeof passkeys.PasskeyPage>;
export type AddPasskey = Static<typeof passkeys.AddPasskey>;
export type PasskeyCreationOptions = Static<typeof passkeys.PasskeyCreationOptions>;
export type PasskeyRequestOptions = Static<typeof passkeys.PasskeyRequestOptions>;
export type PasskeySignIn = Static<typeof passkeys.PasskeySignIn>;
export type PasskeyRequirement = Static<typeof passkeys.PasskeyRequirement>;
export type ConfirmedByPassword = Static<typeof passkeys.ConfirmedByPassword>;

export type ApiToken = Static<typeof apiTokens.ApiToken>;
export type ApiTokenPage = Static<typeof apiTokens.ApiTokenPage>;
export type NewApiToken = Static<typeof apiTokens.NewApiToken>;
export type CreateApiToken = Static<typeof apiTokens.CreateApiToken>;

export type AuditEvent = Static<typeof audit.AuditEvent>;
export type AuditEventPage = Static<typeof audit.AuditEventPage>;

export type Project = Static<typeof projects.Project>;
export type ProjectPage = Static<typeof projects.ProjectPage>;
export type CreateProject = Static<typeof projects.CreateProject>;
export type ChangeProject = Static<typeof projects.ChangeProject>;

/** An object of a project. `Object` would hide the global of the same name. */
export type Building = Static<typeof objects.BuildingObject>;
export type BuildingPage = Static<typeof objects.ObjectPage>;
export type CreateObject = Static<typeof objects.CreateObject>;
export type ChangeObject = Static<typeof objects.ChangeObject>;

export type ImportErrors = imports.ImportErrors;

export type ProjectWorker = Static<typeof members.ProjectWorker>;
export type ObjectNotes = Static<typeof objectNotes.ObjectNotes>;
export type SetObjectNotes = Static<typeof objectNotes.SetObjectNotes>;
export type ProjectWorkerPage = Static<typeof members.ProjectWorkerPage>;
export type InviteWorker = Static<typeof members.InviteWorker>;
export type Invitation = Static<typeof members.Invitation>;
export type ProjectInvitation = Static<typeof members.ProjectInvitation>;
export type ProjectInvitationPage = Static<typeof members.ProjectInvitationPage>;

export type Ticket = Static<typeof tickets.Ticket>;
export type TicketPage = Static<typeof tickets.TicketPage>;
export type TicketDetail = Static<typeof tickets.TicketDetail>;
export type TicketEvent = Static<typeof tickets.TicketEvent>;
export type TicketEventPage = Static<typeof tickets.TicketEventPage>;
export type CreateTicket = Static<typeof tickets.CreateTicket>;
export type AssignWorker = Static<typeof tickets.AssignWorker>;
export type WithReason = Static<typeof tickets.WithReason>;

/** A ticket with what capabilities add to it; a property is left out when its capability is not installed. */
export type TicketDetails = TicketDetail & AddedToTicket;
/** The same in a list. */
export type TicketListItem = Ticket & AddedToTicket & { cover_url?: string | null };
interface AddedToTicket {
  deadline: TicketDeadline | null;
  updated_at: string;
  photos: number;
  attachments?: number;
  handed_back?: reassignment.HandedBack | null;
  retention?: { removes_at: string; archived: boolean } | null;
  comments: number;
}
export interface TicketListPage {
  items: TicketListItem[];
  total: number;
  /** there are more than `total` says */
  total_is_lower_bound?: boolean;
  limit: number;
  offset: number;
}
/** Filters take several values with commas between them. */
export interface TicketListQuery {
  ids?: string;
  status?: string;
  category?: string;
  priority?: string;
  project_id?: string;
  object_id?: string;
  worker_id?: string;
  client_id?: string;
  handed_back?: 'true' | 'false';
  overdue?: 'true' | 'false';
  q?: string;
  created_from?: string;
  created_to?: string;
  closed_from?: string;
  closed_to?: string;
  reworked?: 'true' | 'false';
  limit?: number;
  offset?: number;
  sort?: string;
  order?: 'asc' | 'desc';
}

export type SavedView = views.SavedView;

export type AddComment = Static<typeof comments.AddComment>;
export type TicketCommentPage = Static<typeof comments.TicketCommentPage>;
export type TicketComment = Static<typeof comments.TicketComment>;
export type TicketChain = Static<typeof chain.TicketChain>;
export type TicketContacts = Static<typeof contacts.TicketContacts>;
export type Workload = Static<typeof workload.Workload>;
export type Stats = Static<typeof stats.Stats>;
export type RepeatPage = Static<typeof stats.RepeatPage>;
export type WorkloadPage = Static<typeof workload.WorkloadPage>;

export type ReassignTicket = Static<typeof reassignment.ReassignTicket>;
export type HandBackTicket = Static<typeof reassignment.HandBackTicket>;
export type HandBack = reassignment.HandBack;
export type HandBackPage = Static<typeof reassignment.HandBackPage>;
export type Handover = reassignment.Handover;
export type HandoverResult = reassignment.HandoverResult;

export type Absence = absences.Absence;
export type AbsencePage = Static<typeof absences.AbsencePage>;
export type NewAbsences = absences.NewAbsences;
export type MemberAbsence = absences.MemberAbsence;
export type MemberAbsencePage = Static<typeof absences.MemberAbsencePage>;

export type TicketPhoto = Static<typeof photos.TicketPhoto>;
export type TicketPhotoPage = Static<typeof photos.TicketPhotoPage>;

export type PhotoThumbPage = Static<typeof thumbs.PhotoThumbPage>;

export type TicketAttachment = Static<typeof attachments.TicketAttachment>;
export type TicketAttachmentPage = Static<typeof attachments.TicketAttachmentPage>;

export type RecurringRule = Static<typeof recurring.RecurringRule>;
export type RecurringRulePage = Static<typeof recurring.RecurringRulePage>;
export type CreateRule = Static<typeof recurring.CreateRule>;
export type ChangeRule = Static<typeof recurring.ChangeRule>;
export type RunResult = Static<typeof recurring.RunAnswer>;
export type RecurringRunPage = Static<typeof recurring.RecurringRunPage>;
export type NextRunStatus = Static<typeof recurring.NextRunStatus>;
export type CalendarRunPage = Static<typeof calendar.CalendarRunPage>;
export type RuleShift = calendar.RuleShift;
export type CalendarFeedState = Static<typeof calendar.CalendarFeedState>;
export type CalendarFeedUrl = Static<typeof calendar.CalendarFeedUrl>;

export type MessengerStatus = Static<typeof messenger.MessengerStatus>;
export type SetTarget = Static<typeof messenger.SetTarget>;
export type BindCode = Static<typeof messenger.BindCode>;
export type SetBot = Static<typeof messenger.SetBot>;

export type NotificationPage = Static<typeof notifications.NotificationPage>;
export type Notification = notifications.Notification;
export type NotificationDecision = notifications.NotificationDecision;
export type MarkRead = notifications.MarkRead;
export type MarkedRead = Static<typeof notifications.MarkedRead>;
export type NotificationPreferences = notifications.NotificationPreferences;
export type NotificationSettings = notifications.NotificationSettings;
export type { SendReason };
export type NotificationDecisionPage = Static<typeof notifications.NotificationDecisionPage>;

export type PushKey = Static<typeof push.PushKey>;
export type AddPushSubscription = push.AddPushSubscription;
export type PushSubscription = push.PushSubscription;
export type RemovePushSubscription = Static<typeof push.RemovePushSubscription>;

export type TicketDeadline = Static<typeof deadlines.TicketDeadline>;
export type TicketDeadlinesPage = Static<typeof deadlines.TicketDeadlinesPage>;
export type ProjectTargets = Static<typeof deadlines.ProjectTargets>;
export type TargetSettings = Static<typeof deadlines.TargetSettings>;

export type ObjectPortal = Static<typeof portal.ObjectPortal>;
export type PortalItemPage = Static<typeof portal.PortalItemPage>;
export type PortalReport = Static<typeof portal.Report>;
export type PortalReportPage = Static<typeof portal.ReportPage>;
export type AcceptReport = Static<typeof portal.AcceptReport>;
