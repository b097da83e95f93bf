import {
  type Answer,
  type CallOptions as ClientCallOptions,
  createClient,
  type Input,
  NoAnswerError,
  newIdempotencyKey,
  type OperationName,
  type OptionalIfEmpty,
  type TokenSource,
  writesWithoutKey,
} from '../../../clients/typescript/src/index.ts';
import { reportingFetch } from '../http/reporting-fetch.ts';
import { uploadWithProgress } from '../http/upload.ts';
import { currentAccountKey, currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';
import { withActFor } from './act-for.ts';
import { afterEarlierAttempt, sendOnce } from './idempotency-keys.ts';

export type { Answer, Input, OperationName, OptionalIfEmpty };
/** An operation that reads. */
export type QueryName = Extract<OperationName, `GET ${string}`>;

interface CallOptions extends ClientCallOptions {
  /** sends the present access token and refreshes none, for a caller that holds the lock of the refresh */
  keepsToken?: boolean;
  /** @param share of the body that was sent, from 0 to 1 */
  onProgress?: (share: number) => void;
  /** the key of the account whose request it is: it is not sent when another one is signed in */
  user?: string;
}

/** A request without a file ends after this time, also when it waits for a token. */
const requestTimeoutMs = 15_000;
/** An upload ends when it stalls: a slow one may take as long as it needs. */
const uploadTimeoutMs = 24 * 3_600_000;
/** A request that is sent again later anyway ends sooner. */
export const queuedRequestTimeoutMs = 10_000;

/** Reads are repeated by the cache, and what the user has done by the queue or the user. */
const options = { baseUrl: '', maxRetries: 0 };

/** Their forms are stored as drafts. */
const draftOperations: readonly OperationName[] = ['POST /tickets', 'POST /ext/recurring'];

/**
 * Calls an operation of the API, with the access token where it needs one. A write has an Idempotency-Key, the same one when it is
 * sent again after its answer was lost.
 * @param name method and path of the operation
 * @param request its path parameters, query and body, and options of the request
 * @returns the body of the response
 * @throws ApiError for an error response; SessionEndedError when the session is over; NoAnswerError without a response, and
 * when another user has signed in; TimeoutError after 15 s
 */
export function call<Name extends OperationName>(
  name: Name,
  ...[request]: OptionalIfEmpty<Input<Name> & CallOptions>
): Promise<Answer<Name>> {
  const { keepsToken, onProgress, user, ...sent } = (request ?? {}) as CallOptions & UntypedInput;
  const isUpload = sent.body instanceof FormData || sent.body instanceof Blob;
  const client = createClient({
    ...options,
    auth: (keepsToken && currentSession()?.token) || tokensOf(user),
    timeoutMs: isUpload ? uploadTimeoutMs : requestTimeoutMs,
    fetch: withActFor(isUpload ? uploadWithProgress(onProgress ?? (() => {})) : reportingFetch),
  });
  const input = sent as Input<Name> & ClientCallOptions;
  if (name.startsWith('GET ') || writesWithoutKey.has(name) || sent.query?.['dry_run'] === 'true')
    return client.call(name, input);
  const sendWrite = (idempotencyKey: string): Promise<Answer<Name>> =>
    afterEarlierAttempt(() => client.call(name, { ...input, idempotencyKey }));
  if (sent.idempotencyKey !== undefined || isUpload || isRepeatable(name)) {
    return sendWrite(sent.idempotencyKey ?? newIdempotencyKey());
  }
  const { params, query, body, headers } = sent;
  const id = JSON.stringify([user ?? currentAccountKey(), name, params, query, body, headers]);
  return sendOnce({ id, isDraft: draftOperations.includes(name) }, sendWrite);
}

interface UntypedInput {
  params?: object;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Whether a write that was executed can be sent again as a new one with the same result: it sets fields. */
const isRepeatable = (name: OperationName): boolean => /^(PUT|PATCH) (?!\/tickets\/)/.test(name);

/**
 * The access tokens for the requests of one user.
 * @param user the key of the account whose requests they are; that of now by default
 */
export const tokensOf = (user = currentAccountKey()): TokenSource => ({
  async getToken(refused) {
    const session = currentSession();
    const isUsable = session && session.token !== refused && isTokenValid(session);
    const token = isUsable ? session.token : await refreshToken(refused);
    // During the wait for a token another user may sign in in another tab, who must not send this request.
    if (user && currentAccountKey() !== user) throw new NoAnswerError('another account');
    return token;
  },
});
