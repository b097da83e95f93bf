import type { Operations } from '../contract/api-operations.ts';
import { isStatus, isWrongPassword, OfflineError, TimeoutError } from '../http/errors.ts';
import { isFile, isTimeout, sendRequest } from '../http/transport.ts';
import { currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';

/** An operation of the API: its method and path, such as `GET /tickets/{id}`. */
export type OperationName = keyof Operations;
/** An operation that reads. */
export type QueryName = Extract<OperationName, `GET ${string}`>;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
export type Input<Name extends OperationName> = Omit<Operations[Name], 'answer'>;
/** A parameter that can be left out when nothing in it is required. */
export type OptionalIfEmpty<Value> = Record<never, never> extends Value ? [value?: Value] : [value: Value];

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** sends the present access token and refreshes none, for a caller that holds the lock of the refresh */
  keepsToken?: boolean;
  /** lets the request end although its page is left */
  keepalive?: boolean;
  /** @param share of the body that was sent, from 0 to 1 */
  onProgress?: (share: number) => void;
  /** the id of the user whose request it is: it is not sent when another user is signed in */
  user?: string;
}

/** The input of any operation. */
interface UntypedInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** A request without a file ends after this time, also when it waits for a token. An upload ends when it stalls. */
const requestTimeoutMs = 15_000;
/** A request that is sent again later anyway ends sooner. */
export const queuedRequestTimeoutMs = 10_000;

const isPublic = (name: OperationName): boolean =>
  /^(POST \/auth\/(login|refresh|logout|forgot-password|reset-password)|POST \/ext\/(oidc\/session|passkey\/(challenge|sign-in))|GET \/ext\/about)$/.test(
    name,
  );

/**
 * Calls an operation of the API, with the access token where it needs one.
 * @param name method and path of the operation
 * @param request its path parameters, query and body, and options of the request
 * @returns the body of the response
 * @throws ApiError for an error response; SessionEndedError when the session is over; OfflineError without a response, and
 * when another user has signed in; TimeoutError after 15 s
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[request]: OptionalIfEmpty<Input<Name> & CallOptions>
): Promise<Answer<Name>> {
  const options = (request ?? {}) as UntypedInput & CallOptions;
  const { params = {}, query = {}, body, headers, keepalive, onProgress, ...rest } = options;
  const signal = isFile(body) ? rest.signal : withTimeout(rest.signal);
  const [method = '', path = ''] = name.split(' ');
  const content = body === undefined || isFile(body) ? body : JSON.stringify(body);
  const send = (token?: string) =>
    sendRequest({ method, url: buildUrl(path, params, query), token, headers, body: content, signal, keepalive, onProgress });
  const response = isPublic(name) ? await send() : await withToken(send, options, signal);
  return response.body as Answer<Name>;
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Refreshes an expired token before the request, and a token that the service refuses once after it. */
async function withToken<Result>(
  send: (token: string) => Promise<Result>,
  { user, keepsToken }: CallOptions,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const session = currentSession();
  if (session && keepsToken) return send(session.token);
  // While it waits for a token, another user may sign in in another tab, who must not send this request.
  const sender = user ?? session?.user.id;
  const sendAsUser = (token: string): Promise<Result> => {
    if (sender && currentSession()?.user.id !== sender) throw new OfflineError('another account');
    return send(token);
  };
  const token = session && isTokenValid(session) ? session.token : await orAbort(refreshToken(), signal);
  try {
    return await sendAsUser(token);
  } catch (error) {
    if (!isStatus(error, 401) || isWrongPassword(error)) throw error;
    return sendAsUser(await orAbort(refreshToken(token), signal));
  }
}

/** Stops waiting for a refresh, which goes on: other requests may wait for it too. */
function orAbort(refresh: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (!signal) return refresh;
  return new Promise((resolve, reject) => {
    refresh.then(resolve, reject);
    const abort = (): void => reject(isTimeout(signal) ? new TimeoutError('no answer') : new OfflineError('no answer'));
    signal.addEventListener('abort', abort, { once: true });
  });
}

function buildUrl(path: string, params: UntypedInput['params'] = {}, query: UntypedInput['query'] = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
