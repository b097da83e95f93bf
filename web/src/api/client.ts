import type { Operations } from '../contract/operations.ts';
import { isStatus, OfflineError, TimeoutError } from '../http/errors.ts';
import { isTimeout, sendRequest } from '../http/transport.ts';
import { currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';

export type OperationName = keyof Operations;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
export type Input<Name extends OperationName> = Omit<Operations[Name], 'answer'>;
type Request<Name extends OperationName> = Input<Name> & {
  signal?: AbortSignal;
  keepalive?: boolean;
  onProgress?: (share: number) => void;
  /** the account that it is for; under another one it is not sent */
  user?: string;
};
export type OptionalIfEmpty<Value> = Record<never, never> extends Value ? [value?: Value] : [value: Value];

/** What any request may hold, whatever its operation. */
interface Loose {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
  onProgress?: (share: number) => void;
  user?: string;
}

/** A request ends after this time, also when it waits for a renewal. Files take longer, and end when nothing gets through. */
const requestTimeoutMs = 15_000;

const isPublic = (name: OperationName): boolean =>
  /^(POST \/auth\/(login|refresh|logout|forgot-password|reset-password)|GET \/ext\/about)$/.test(name);

/**
 * The one way to the service: everything that the console asks for goes through here. What may
 * wait for a link stands before it in a queue (`web/src/queue`).
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[request]: OptionalIfEmpty<Request<Name>>
): Promise<Answer<Name>> {
  const { params = {}, query = {}, body, keepalive, onProgress, user, ...loose } = (request ?? {}) as Loose;
  const signal = body instanceof FormData ? loose.signal : withTimeout(loose.signal);
  const [method = '', path = ''] = name.split(' ');
  const content = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const attempt = (token?: string) =>
    sendRequest({ method, url: addressOf(path, params, query), token, body: content, signal, keepalive, onProgress });
  const received = isPublic(name) ? await attempt() : await withToken(attempt, user, signal);
  return received.body as Answer<Name>;
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** A token that has run out is renewed before it is used; one that is refused, once after. */
async function withToken<Result>(
  attempt: (token: string) => Promise<Result>,
  user: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const session = currentSession();
  // A renewal may find that another tab has signed in as somebody else, who must not send this request.
  const sender = user ?? session?.user.id;
  const attemptAs = (token: string): Promise<Result> => {
    if (sender && currentSession()?.user.id !== sender) throw new OfflineError('another account');
    return attempt(token);
  };
  const token = session && isTokenValid(session) ? session.token : await orGiveUp(refreshToken(), signal);
  try {
    return await attemptAs(token);
  } catch (error) {
    if (!isStatus(error, 401)) throw error;
    return attemptAs(await orGiveUp(refreshToken(token), signal));
  }
}

/** A renewal goes on for others when one who asked for it waits no longer. */
function orGiveUp(renewal: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (!signal) return renewal;
  return new Promise((resolve, reject) => {
    renewal.then(resolve, reject);
    const giveUp = (): void => reject(isTimeout(signal) ? new TimeoutError('no answer') : new OfflineError('no answer'));
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function addressOf(path: string, params: Loose['params'] = {}, query: Loose['query'] = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
