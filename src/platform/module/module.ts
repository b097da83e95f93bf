import type { RawBuilder } from 'kysely';
import type { AuditActor, RequestOrigin } from '../audit/audit-log.ts';
import type { Db, Tx } from '../database/database.ts';
import type { NotificationListener } from '../database/listen.ts';
import type { EncryptedColumn } from '../database/reencrypt.ts';
import type { DropHook, QueueName } from '../deliveries/queue.ts';
import type { DeliveryHandlers } from '../deliveries/worker.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { HttpError } from '../http/errors.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { TypedFastify } from '../http/typed-fastify.ts';
import type { Job } from '../jobs/job-scheduler.ts';
import type { BearerTokenScheme } from '../security/bearer-tokens.ts';
import type { Deps } from './deps.ts';
import type { Subscription } from './events.ts';
import type { PersonalTable } from './personal-data.ts';
import type { AnswerContext, TicketAdditions } from './ticket-fields.ts';

export type RouteDeps = Deps & {
  rateLimiter: RateLimiter;
  loginChecks: readonly LoginCheck[];
  passwordHooks: readonly PasswordHook[];
  apiTokenHooks: readonly ApiTokenHook[];
  findAccountsWithSecondFactor: SecondFactorLookup;
  ticketAdditions: TicketAdditions;
  findCommentAttachments: CommentAttachmentLookup;
  actingRights: readonly ActingRight[];
  /** by queue */
  dropHooks: ReadonlyMap<string, DropHook>;
  /** what all tables keep about people */
  personalData: readonly PersonalTable[];
};

/** An image that was sent with a comment. */
export interface CommentAttachment {
  id: number;
  filename: string;
  content_type: string;
  size: number;
  url: string;
  thumb_url: string;
}

/** @param links what signed links are made from @returns the images of these comments, by comment */
export type CommentAttachmentLookup = (
  db: Db,
  commentIds: readonly number[],
  links: AnswerContext,
) => Promise<ReadonlyMap<number, CommentAttachment[]>>;

/** @returns those of the accounts that sign in with a second factor */
export type SecondFactorLookup = (db: Db, userIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** `read`: GET only. */
export type ActingScope = 'read' | 'write';

/** A reason for which one account may act for another with the header Act-For (docs/api.md, Acting for somebody). */
export interface ActingRight {
  /** A SELECT of the scope, to which a locking clause can be added; no row: it may not. Each table in it is looked up by a key. */
  scope: (senderId: string, principalId: string) => RawBuilder<ActingScope>;
  /** A SELECT of `principal_id` and `scope` of those that an account may act for. */
  principals: (senderId: string) => RawBuilder<{ principal_id: string; scope: ActingScope }>;
}

/** What a request brings beside the password. */
export interface SecondFactor {
  /** of the header X-OTP */
  oneTimeCode: string | undefined;
  /** of the header X-Passkey */
  passkey: string | undefined;
}

/** `passed`: the account needs no other second factor; an error: it needs this one, which is missing or wrong */
export type SecondFactorResult = 'not required' | 'passed' | HttpError;

/**
 * Checks a second factor after the right password of an active account, in the transaction of the login, with the account locked.
 * @throws HttpError to refuse the login whatever other second factors say
 */
export type LoginCheck = (
  tx: Tx,
  login: SecondFactor & { accountId: string; origin: RequestOrigin; now: Date },
) => Promise<SecondFactorResult>;

/** A password that was set. */
export interface PasswordChange {
  accountId: string;
  /** `changed`: by the owner, who was signed in; `set`: by an admin; `reset`: with a reset token */
  by: 'changed' | 'set' | 'reset';
  /** Somebody else had chosen the former password or was given the first reset token, and may have signed in with it. */
  endsPasswordOfOther: boolean;
  /** The owner asked to end everything that may belong to somebody else. */
  endsAll: boolean;
  actor: AuditActor | undefined;
  origin: RequestOrigin | undefined;
  at: Date;
}

/** Ends what must not outlive the former password; in the transaction that sets the new one, with the account locked. */
export type PasswordHook = (tx: Tx, change: PasswordChange) => Promise<void>;

/** Ends what must not outlive the API token that made it; in the transaction that revokes tokens. */
export type ApiTokenHook = (tx: Tx, now: Date) => Promise<void>;

/**
 * Archives tickets that were closed before a time, and deletes those that are safely archived.
 * @returns how many were deleted; throws when some were not, which is tried again
 */
export type ArchiveTickets = (deps: Deps, closedBefore: Date, stopping: AbortSignal) => Promise<number>;

export type JobDeps = Deps & { archiveTickets: ArchiveTickets | undefined };

export type BackgroundDeps = Deps & { notifications: NotificationListener };

/** Credentials that `callout sessions --end-all` ends beside sessions and reset tokens. */
export interface RevocableCredentials {
  /** what the command prints before their number, such as `API tokens revoked` */
  name: string;
  /** not used to sign in, and therefore ended only on request */
  isOptional?: true;
  /** @param by the command, for the audit log @returns how many there were */
  revokeAll: (tx: Tx, by: string, now: Date) => Promise<number>;
}

/** A feature: its folder registers here what it adds to the service, and one line of src/modules.ts installs it. */
export interface Module {
  name: string;
  /** under which its operations stand in the description of the API, where they name no other */
  tag?: string;
  /** tables that a backup contains; their types are in the folder's tables.ts */
  tables?: readonly string[];
  /** tables that no backup contains, because their rows mean something in this database only */
  tablesOfDatabase?: readonly string[];
  /** what its tables keep about people */
  personalData?: readonly PersonalTable[];
  /** where it stores secrets that are encrypted with DATA_ENCRYPTION_KEY */
  encryptedColumns?: readonly EncryptedColumn[];
  /** operations of the API */
  routes?: (api: TypedFastify, deps: RouteDeps) => void | Promise<void>;
  /** the accounts that have switched its login check on */
  findAccountsWithSecondFactor?: SecondFactorLookup;
  /** the images that were sent with comments */
  findCommentAttachments?: (deps: Deps) => CommentAttachmentLookup;
  /** what a login needs beside the password */
  loginCheck?: (deps: Deps & { rateLimiter: RateLimiter }) => LoginCheck;
  /** what a new password of an account ends */
  passwordHook?: PasswordHook;
  /** what an API token that is revoked ends */
  apiTokenHook?: (deps: Deps) => ApiTokenHook;
  /** credentials of its own that an operator can end for all accounts */
  credentials?: RevocableCredentials;
  /** a kind of tokens with which requests are authenticated beside access tokens */
  bearerTokens?: (deps: Deps) => BearerTokenScheme;
  /** work that is done at intervals */
  jobs?: (deps: JobDeps) => Job[];
  /** what retention does with ARCHIVE=true */
  archiveTickets?: ArchiveTickets;
  /** handlers of its delivery queues */
  deliveryHandlers?: (deps: Deps) => Partial<DeliveryHandlers>;
  /** what else happens when one of its deliveries is dropped by hand */
  dropHooks?: Partial<Record<QueueName, DropHook>>;
  /** events of other modules for which its queues get deliveries */
  subscriptions?: readonly Subscription[];
  /** who may act for whom */
  actingRight?: ActingRight;
  /** what it adds to the tickets of `GET /ext/tickets` and `GET /ext/tickets/{id}` */
  ticketAdditions?: (deps: Deps) => Partial<TicketAdditions>;
  /** checks of what it depends on, for `/health`, `/ext/health` and the metrics */
  healthChecks?: (deps: Deps) => HealthCheck[];
  /** registers metrics whose values are read at each scrape */
  gauges?: (deps: Deps) => void;
  /** reads what the service needs before it takes requests */
  prepare?: (deps: Deps) => Promise<void>;
  /** starts background work that runs until the service stops */
  start?: (deps: BackgroundDeps) => { stop(): Promise<void> };
}
