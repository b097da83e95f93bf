import type { Static, TSchema } from 'typebox';
import type openapi from '../../../docs/openapi.json';
import type * as notifications from '../../../src/outbound/notifications/schemas.ts';
import type * as absences from '../../../src/product/absences/schemas.ts';
import type * as account from '../../../src/product/account/schemas.ts';
import type * as apiTokens from '../../../src/product/api-tokens/schemas.ts';
import type * as attachments from '../../../src/product/attachments/schemas.ts';
import type * as audit from '../../../src/product/audit/schemas.ts';
import type * as calendar from '../../../src/product/calendar/schemas.ts';
import type * as chain from '../../../src/product/chain/schemas.ts';
import type * as comments from '../../../src/product/comments/schemas.ts';
import type * as deadlines from '../../../src/product/deadlines/schemas.ts';
import type * as imports from '../../../src/product/import/schemas.ts';
import type * as members from '../../../src/product/members/schemas.ts';
import type * as objects from '../../../src/product/objects/schemas.ts';
import type * as photos from '../../../src/product/photos/schemas.ts';
import type * as projects from '../../../src/product/projects/schemas.ts';
import type * as reassignment from '../../../src/product/reassignment/schemas.ts';
import type * as recurring from '../../../src/product/recurring/schemas.ts';
import type * as report from '../../../src/product/report/schemas.ts';
import type * as stats from '../../../src/product/stats/schemas.ts';
import type * as tickets from '../../../src/product/tickets/schemas.ts';
import type * as users from '../../../src/product/users/schemas.ts';
import type * as views from '../../../src/product/views/schemas.ts';
import type * as workload from '../../../src/product/workload/schemas.ts';
import type { About, Health } from './health.ts';
import type { IntegrationOperations } from './integration-operations.ts';
import type * as api from './schemas.ts';

/** Query parameters: all of them can be left out, also those with a default. */
type Query<Schema extends TSchema> = Partial<Static<Schema>>;
interface NumberId {
  id: number;
}
interface UuidId {
  id: string;
}

interface OperationTypes extends IntegrationOperations {
  'GET /ping': { answer: { message: string } };
  'GET /db-ping': { answer: { db: string } };
  'GET /ext/about': { answer: About };
  'GET /ext/health': { answer: Health };

  'POST /auth/login': { body: api.Login; answer: api.Token };
  'POST /auth/refresh': { answer: api.Token };
  'POST /auth/logout': { answer: api.Ok };
  'POST /auth/logout-all': { answer: api.LogoutAll };
  'GET /auth/me': { answer: api.Profile };
  'POST /auth/forgot-password': { body: api.ForgotPassword; answer: api.Ok };
  'POST /auth/reset-password': { body: api.ResetPassword; answer: api.Ok };

  'GET /ext/me': { answer: api.Me };
  'PATCH /ext/me': { body: api.ChangeMe; answer: api.Me };
  'POST /ext/password': { body: api.ChangePassword; answer: api.Token };
  'GET /ext/sessions': { query?: Query<typeof account.SessionQuery>; answer: api.SessionPage };
  'DELETE /ext/sessions/{id}': { params: UuidId; answer: api.Ok };
  'POST /ext/mfa/totp': { body: api.StartTotp; answer: api.TotpSetup };
  'POST /ext/mfa/totp/confirm': { body: api.ConfirmTotp; answer: api.RecoveryCodes };
  'DELETE /ext/mfa/totp': { body: api.DisableTotp; answer: api.Ok };
  'DELETE /ext/users/{id}/mfa': { params: UuidId; answer: api.Ok };
  'GET /ext/tokens': { query?: Query<typeof apiTokens.ApiTokenQuery>; answer: api.ApiTokenPage };
  'POST /ext/tokens': { body: api.CreateApiToken; answer: api.NewApiToken };
  'DELETE /ext/tokens/{id}': { params: UuidId; answer: api.Ok };
  'GET /ext/notifications': { query?: Query<typeof notifications.NotificationQuery>; answer: api.NotificationPage };
  'POST /ext/notifications/read': { body: api.MarkRead; answer: api.MarkedRead };
  'GET /ext/notifications/preferences': { answer: api.NotificationPreferences };
  'PUT /ext/notifications/preferences': { body: api.NotificationSettings; answer: api.NotificationPreferences };
  'GET /ext/notifications/deliveries': {
    query?: Query<typeof notifications.DecisionQuery>;
    answer: api.NotificationDecisionPage;
  };
  'POST /ext/notifications/unsubscribe': { query: Static<typeof notifications.UnsubscribeQuery>; answer: api.Ok };
  'GET /ext/push/key': { answer: api.PushKey };
  'POST /ext/push/subscriptions': { body: api.AddPushSubscription; answer: api.PushSubscription };
  'DELETE /ext/push/subscriptions': { body: api.RemovePushSubscription; answer: api.Ok };
  'GET /ext/audit': { query?: Query<typeof audit.AuditQuery>; answer: api.AuditEventPage };
  'GET /ext/users': { query: Query<typeof account.AccountQuery> & { ids: string }; answer: api.AccountTrustPage };

  'POST /users': { body: api.CreateUser; answer: api.Profile };
  'GET /users': { query?: Query<typeof users.UserQuery>; answer: api.ProfilePage };
  'GET /ext/unconfirmed': { query?: Query<typeof users.UnconfirmedQuery>; answer: api.ProfilePage };
  'POST /users/{id}/confirm': { params: UuidId; answer: api.Ok };
  'PATCH /ext/users/{id}': { params: UuidId; body: api.ChangeProfile; answer: api.Profile };
  'PATCH /users/{id}': { params: UuidId; body: api.ChangeUser; answer: api.Profile };
  'DELETE /users/{id}': { params: UuidId; answer: api.Ok };
  'POST /users/{id}/password-reset': { params: UuidId; answer: api.PasswordReset };
  'POST /users/{id}/password-set': { params: UuidId; body: api.SetPassword; answer: api.Ok };

  'GET /projects': { query?: Query<typeof projects.ProjectQuery>; answer: api.ProjectPage };
  'POST /projects': { body: api.CreateProject; answer: api.Project };
  'GET /ext/projects': { query?: Query<typeof projects.ProjectSearch>; answer: api.ProjectPage };
  'GET /projects/{id}': { params: NumberId; answer: api.Project };
  'PATCH /projects/{id}': { params: NumberId; body: api.ChangeProject; answer: api.Project };
  'DELETE /projects/{id}': { params: NumberId; answer: api.Ok };

  'GET /projects/{id}/objects': {
    params: NumberId;
    query?: Query<typeof objects.ObjectQuery>;
    answer: api.BuildingPage;
  };
  'POST /projects/{id}/objects': { params: NumberId; body: api.CreateObject; answer: api.Building };
  'GET /ext/objects': { query?: Query<typeof objects.ObjectSearch>; answer: api.BuildingPage };
  'GET /ext/objects/{id}/notes': { params: NumberId; answer: api.ObjectNotes };
  'PUT /ext/objects/{id}/notes': { params: NumberId; body: api.SetObjectNotes; answer: api.ObjectNotes };
  'PATCH /objects/{id}': { params: NumberId; body: api.ChangeObject; answer: api.Building };

  'GET /projects/{id}/workers': {
    params: NumberId;
    query?: Query<typeof members.MemberQuery>;
    answer: api.ProjectWorkerPage;
  };
  'POST /projects/{id}/workers': { params: NumberId; body: api.InviteWorker; answer: api.Invitation };
  'DELETE /projects/{id}/workers/{worker_id}': { params: Static<typeof members.MemberParams>; answer: api.Ok };
  'POST /projects/{id}/invitation/accept': { params: NumberId; answer: api.Ok };
  'POST /projects/{id}/invitation/decline': { params: NumberId; answer: api.Ok };
  'GET /invitations': { query?: Query<typeof members.InvitationQuery>; answer: api.ProjectInvitationPage };

  'GET /tickets': { query?: Query<typeof tickets.TicketQuery>; answer: api.TicketPage };
  'POST /tickets': { body: api.CreateTicket; answer: api.Ticket };
  'GET /ext/tickets': { query?: api.TicketListQuery; answer: api.TicketListPage };
  'GET /ext/tickets.csv': { query?: TicketExportQuery; answer: Blob };
  'GET /ext/tickets.xlsx': { query?: TicketExportQuery; answer: Blob };
  'GET /ext/tickets/{id}': { params: NumberId; answer: api.TicketDetails };
  'GET /ext/tickets/deadlines': { query: Static<typeof deadlines.DeadlinesQuery>; answer: api.TicketDeadlinesPage };
  'GET /ext/projects/{id}/targets': { params: NumberId; answer: api.ProjectTargets };
  'PUT /ext/projects/{id}/targets': { params: NumberId; body: api.TargetSettings; answer: api.ProjectTargets };
  'GET /ext/tickets/{id}/chain': { params: NumberId; query?: Query<typeof chain.ChainQuery>; answer: api.TicketChain };
  'GET /ext/tickets/{id}/report.pdf': {
    params: NumberId;
    query?: Query<typeof report.ReportQuery>;
    answer: Blob;
  };
  'GET /ext/tickets/{id}/contacts': { params: NumberId; answer: api.TicketContacts };
  'GET /ext/stats': { query?: Query<typeof stats.StatsQuery>; answer: api.Stats };
  'GET /ext/stats/repeats': { query?: Query<typeof stats.RepeatQuery>; answer: api.RepeatPage };
  'GET /ext/workload': { query?: Query<typeof workload.WorkloadQuery>; answer: api.WorkloadPage };
  'GET /ext/projects/{id}/workload': {
    params: NumberId;
    query?: Query<typeof workload.WorkloadQuery>;
    answer: api.WorkloadPage;
  };
  'POST /ext/tickets/{id}/reassign': { params: NumberId; body: api.ReassignTicket; answer: api.Ticket };
  'POST /ext/tickets/{id}/hand-back': { params: NumberId; body: api.HandBackTicket; answer: api.Ticket };
  'GET /ext/tickets/{id}/hand-backs': {
    params: NumberId;
    query?: Query<typeof reassignment.HandBackQuery>;
    answer: api.HandBackPage;
  };
  'POST /ext/workers/{id}/handover': {
    params: UuidId;
    query?: Query<typeof reassignment.HandoverQuery>;
    body: api.Handover;
    answer: api.HandoverResult;
  };
  'GET /ext/views': { query?: Query<typeof views.ViewQuery>; answer: Static<typeof views.SavedViewPage> };
  'POST /ext/views': { body: views.NewView; answer: views.SavedView };
  'PATCH /ext/views/{id}': { params: NumberId; body: Partial<views.NewView>; answer: views.SavedView };
  'DELETE /ext/views/{id}': { params: NumberId; answer: api.Ok };
  'POST /ext/import/workers': { query?: Query<typeof imports.ImportQuery>; body: Blob; answer: imports.ImportAnswer };
  'POST /ext/import/objects': { query?: Query<typeof imports.ImportQuery>; body: Blob; answer: imports.ImportAnswer };
  'GET /ext/users/{id}/absences': {
    params: UuidId;
    query?: Query<typeof absences.AbsenceQuery>;
    answer: api.AbsencePage;
  };
  'PUT /ext/users/{id}/absences': { params: UuidId; body: api.NewAbsences; answer: api.AbsencePage };
  'GET /ext/projects/{id}/absences': {
    params: NumberId;
    query?: Query<typeof absences.AbsenceQuery>;
    answer: api.MemberAbsencePage;
  };
  'GET /ext/users/{id}/open-work': {
    params: UuidId;
    query?: Query<typeof workload.OpenWorkQuery>;
    answer: api.TicketPage;
  };
  'GET /tickets/{id}': { params: NumberId; answer: api.TicketDetail };
  'GET /tickets/{id}/events': {
    params: NumberId;
    query?: Query<typeof tickets.EventQuery>;
    answer: api.TicketEventPage;
  };
  'PATCH /tickets/{id}/assign': { params: NumberId; body: api.AssignWorker; answer: api.Ticket };
  'PATCH /tickets/{id}/take': { params: NumberId; answer: api.Ticket };
  'PATCH /tickets/{id}/start': { params: NumberId; answer: api.Ticket };
  'PATCH /tickets/{id}/done': { params: NumberId; answer: api.Ticket };
  'PATCH /tickets/{id}/confirm': { params: NumberId; answer: api.Ticket };
  'PATCH /tickets/{id}/reject': { params: NumberId; body: api.WithReason; answer: api.Ticket };
  'PATCH /tickets/{id}/cancel': { params: NumberId; body: api.WithReason; answer: api.Ticket };

  'GET /ext/tickets/{id}/comments': {
    params: NumberId;
    query?: Query<typeof comments.CommentQuery>;
    answer: api.TicketCommentPage;
  };
  'POST /ext/tickets/{id}/comments': { params: NumberId; body: api.AddComment; answer: api.TicketComment };
  'GET /tickets/{id}/photos': {
    params: NumberId;
    query?: Query<typeof photos.PhotoQuery>;
    answer: api.TicketPhotoPage;
  };
  'POST /tickets/{id}/photos': { params: NumberId; body: FormData; answer: api.TicketPhoto };
  'DELETE /tickets/{id}/photos/{photo_id}': { params: Static<typeof photos.PhotoParams>; answer: api.Ok };

  'GET /ext/tickets/{id}/thumbs': {
    params: NumberId;
    query?: Query<typeof photos.PhotoQuery>;
    answer: api.PhotoThumbPage;
  };
  'GET /ext/photos/{id}/thumb': { params: NumberId; query: Static<typeof photos.FileQuery>; answer: Blob };
  'GET /ext/tickets/{id}/attachments': {
    params: NumberId;
    query?: Query<typeof attachments.AttachmentQuery>;
    answer: api.TicketAttachmentPage;
  };
  'POST /ext/tickets/{id}/attachments': { params: NumberId; body: FormData; answer: api.TicketAttachment };
  'GET /ext/attachments/{id}/thumb': { params: NumberId; query: Static<typeof photos.FileQuery>; answer: Blob };

  'GET /recurring': { query?: Query<typeof recurring.RuleQuery>; answer: api.RecurringRulePage };
  'POST /recurring': { body: api.CreateRule; answer: api.RecurringRule };
  'GET /recurring/{id}': { params: NumberId; answer: api.RecurringRule };
  'PATCH /recurring/{id}': { params: NumberId; body: api.ChangeRule; answer: api.RecurringRule };
  'DELETE /recurring/{id}': { params: NumberId; answer: api.Ok };
  'POST /recurring/{id}/run': { params: NumberId; answer: api.RunResult };
  'GET /recurring/{id}/runs': {
    params: NumberId;
    query?: Query<typeof recurring.RunQuery>;
    answer: api.RecurringRunPage;
  };
  'GET /ext/recurring/{id}/next-run': { params: NumberId; answer: api.NextRunStatus };
  'GET /ext/recurring/calendar': { query: Static<typeof calendar.CalendarQuery>; answer: api.CalendarRunPage };
  'POST /ext/recurring/{id}/shift': {
    params: NumberId;
    query?: Query<typeof calendar.ShiftQuery>;
    body: calendar.ShiftRule;
    answer: calendar.RuleShift;
  };
  'GET /ext/calendar': { answer: api.CalendarFeedState };
  'POST /ext/calendar': { answer: api.CalendarFeedUrl };
  'DELETE /ext/calendar': { answer: api.Ok };
  'GET /ext/calendar/{token}.ics': { params: { token: string }; answer: string };

  'GET /auth/messenger': { answer: api.MessengerStatus };
  'PUT /auth/messenger': { body: api.SetTarget; answer: api.Ok };
  'DELETE /auth/messenger': { answer: api.Ok };
  'POST /auth/messenger/code': { answer: api.BindCode };
  'POST /ext/messenger/test': { answer: api.Ok };
  'POST /auth/messenger/bot': { body: api.SetBot; answer: api.Ok };
  'DELETE /auth/messenger/bot': { answer: api.Ok };
}

/** The filters and orders of the list; all rows are in the file. */
type TicketExportQuery = Omit<api.TicketListQuery, 'limit' | 'offset'> & { timezone?: string };

type Paths = (typeof openapi)['paths'];
type DocumentedName = { [Path in keyof Paths]: `${Uppercase<keyof Paths[Path] & string>} ${Path}` }[keyof Paths];
type Name = keyof OperationTypes;
/** Does not compile when there is a difference. */
type WithoutDifference<Types, _Difference extends never> = Types;

/** All operations of docs/openapi.json: path parameters, query, body and answer of each. */
export type Operations = WithoutDifference<OperationTypes, Exclude<DocumentedName, Name> | Exclude<Name, DocumentedName>>;
