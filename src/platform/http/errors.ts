import type { CodeOf, ErrorCode } from './error-codes.ts';
import { errorMessages } from './error-messages.ts';

/** What is wrong with one value of a request. */
export interface FieldError {
  /** a JSON pointer as a fragment (RFC 6901, 6), such as `#/working_hours/monday` */
  pointer: string;
  detail: string;
}

interface HttpErrorOptions {
  /** in seconds */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
  errors?: readonly FieldError[];
  /** further members of the body */
  members?: Readonly<Record<string, unknown>>;
}

/** An error with its status (docs/rules.md, Status codes), its code (docs/errors.md) and the text of `{error}`. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
  readonly members: Readonly<Record<string, unknown>>;

  /** @param code one of those that may come with the status: the functions below make sure of that */
  constructor(status: number, code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    const { retryAfter, headers = {}, cause, errors = [], members = {} } = options;
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.headers = headers;
    this.errors = errors;
    this.members = members;
  }
}

export const badRequest = (code: CodeOf<400>, message: string, options?: HttpErrorOptions): HttpError =>
  new HttpError(400, code, message, options);
export const unauthorized = (code: CodeOf<401>, message: string): HttpError => new HttpError(401, code, message);
export const forbidden = (code: CodeOf<403>, message: string): HttpError => new HttpError(403, code, message);
export const conflict = (code: CodeOf<409>, message: string, options?: HttpErrorOptions): HttpError =>
  new HttpError(409, code, message, options);

export const gone = (code: CodeOf<410>, message: string): HttpError => new HttpError(410, code, message);

/** The path is there, but not with this method. @param allow the methods that it has */
export const methodNotAllowed = (message: string, allow: string): HttpError =>
  new HttpError(405, 'method_not_allowed', message, { headers: { allow } });

/** What can be missing, in the words of the message, and the code that says so. */
const notFoundCodes = {
  announcement: 'announcement_not_found',
  appointment: 'appointment_not_found',
  attachment: 'attachment_not_found',
  'calendar feed': 'calendar_feed_not_found',
  checklist: 'checklist_not_found',
  comment: 'comment_not_found',
  cost: 'cost_not_found',
  delivery: 'delivery_not_found',
  document: 'document_not_found',
  equipment: 'equipment_not_found',
  grant: 'grant_not_found',
  hold: 'hold_not_found',
  invitation: 'invitation_not_found',
  link: 'link_not_found',
  'linked account': 'linked_account_not_found',
  logo: 'logo_not_found',
  member: 'member_not_found',
  object: 'object_not_found',
  passkey: 'passkey_not_found',
  path: 'path_not_found',
  pattern: 'pattern_not_found',
  photo: 'photo_not_found',
  portal: 'portal_not_found',
  profile: 'user_not_found',
  project: 'project_not_found',
  'push key': 'push_key_not_found',
  quote: 'quote_not_found',
  'report-photo': 'photo_not_found',
  report: 'report_not_found',
  rule: 'rule_not_found',
  'second factor': 'second_factor_not_found',
  session: 'session_not_found',
  'sign-in provider': 'sign_in_provider_not_found',
  'site for passkeys': 'passkey_site_not_found',
  'small version': 'small_version_not_found',
  snippet: 'snippet_not_found',
  subscription: 'subscription_not_found',
  team: 'team_not_found',
  ticket: 'ticket_not_found',
  token: 'token_not_found',
  user: 'user_not_found',
  view: 'view_not_found',
  webhook: 'webhook_not_found',
  'work item': 'work_item_not_found',
  worker: 'worker_not_found',
} as const satisfies Record<string, CodeOf<404>>;

/** What can be missing. */
export type Missing = keyof typeof notFoundCodes;

export const notFound = (what: Missing): HttpError => new HttpError(404, notFoundCodes[what], `${what} not found`);

/** A token that is missing, wrong, expired or revoked, or whose account was deleted. */
export const invalidAccessToken = (): HttpError => unauthorized('invalid_access_token', 'missing or invalid access token');

/** @param pointer to the value that is wrong */
export const validationFailed = (message: string, pointer: string): HttpError =>
  badRequest('validation_failed', message, { errors: [{ pointer, detail: message }] });

/**
 * A value that breaks a rule which is not in the schema of the operation.
 * @param field its path, with dots
 * @param rule completes a sentence that begins with the path
 */
export const invalidValue = (field: string, rule: string): HttpError =>
  validationFailed(`${field} ${rule}`, pointerTo(field.split('.')));

/** @param path names of fields and positions in lists @returns a JSON pointer as a fragment */
export const pointerTo = (path: readonly string[]): string =>
  ['#', ...path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

/** `If-Match` names another entity tag. */
export const preconditionFailed = (): HttpError => new HttpError(412, 'precondition_failed', errorMessages.preconditionFailed);
/** The database is unreachable, or has no primary: a planned switch takes seconds. */
export const dbUnavailable = (): HttpError =>
  new HttpError(500, 'db_unavailable', errorMessages.dbUnavailable, { retryAfter: 2 });
/** The photo storage is unreachable or full; the cause is logged. */
export const storageUnavailable = (cause?: unknown): HttpError =>
  new HttpError(500, 'storage_unavailable', errorMessages.storageUnavailable, { cause, retryAfter: 30 });
/** A bug, or something that nothing above names; the cause is logged. */
export const internalError = (): HttpError => new HttpError(500, 'internal_error', errorMessages.internalError);
/**
 * @param retryAfter seconds until the next attempt can be admitted
 * @param headers that describe the limit
 */
export const tooManyAttempts = (
  retryAfter: number,
  headers?: Record<string, string>,
  code: CodeOf<429> = 'too_many_attempts',
): HttpError => new HttpError(429, code, errorMessages.tooManyAttempts, { retryAfter, ...(headers && { headers }) });
/** Too many requests are waiting. */
export const overloaded = (): HttpError => new HttpError(503, 'overloaded', errorMessages.overloaded, { retryAfter: 1 });
/** A heavy read took longer than its timeout. */
export const tookTooLong = (): HttpError => new HttpError(503, 'took_too_long', errorMessages.tookTooLong, { retryAfter: 5 });
/** A check of the service for load balancers and monitoring fails. */
export const notReady = (reason: string): HttpError => new HttpError(503, 'not_ready', `not ready: ${reason}`);
/** The header Range names bytes that the file does not have. @param contentRange says how many it has */
export const rangeNotSatisfiable = (contentRange?: string): HttpError =>
  new HttpError(416, 'range_not_satisfiable', 'the file has no such range', {
    ...(contentRange && { headers: { 'content-range': contentRange } }),
  });
