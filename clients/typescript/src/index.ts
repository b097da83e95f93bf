export type { ChangesOptions, ChangesPage } from './changes.ts';
export {
  type Answer,
  type CallOptions,
  Client,
  type ClientOptions,
  createClient,
  type Input,
  type OperationName,
  type OptionalIfEmpty,
} from './client.ts';
export { ApiError, CalloutError, type ErrorCode, isStatus, NoAnswerError, SessionEndedError, TimeoutError } from './errors.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export type { LiveOptions, LiveUpdate } from './live.ts';
/** The bodies of requests and answers, such as `Schemas.Ticket`. */
export type * as Schemas from './operations.ts';
export type { Operations } from './operations.ts';
export type { ItemOf, PagedName } from './pages.ts';
export { writesWithoutKey } from './public-operations.ts';
export type { Fetch } from './send.ts';
export { Session, type SessionOptions, type SessionStore, type StoredSession, type TokenSource } from './session.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './webhooks.ts';
