import { type ChangesOptions, type ChangesPage, readChanges } from './changes.ts';
import { isStatus } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type LiveOptions, type LiveUpdate, liveUpdates } from './live.ts';
import type { Operations } from './operations.ts';
import { type ItemOf, listItems, type PagedName } from './pages.ts';
import { publicOperations, writesWithoutKey } from './public-operations.ts';
import { withRetries } from './retry.ts';
import { type Fetch, type HttpRequest, orAborted, readBody, sendRequest } from './send.ts';
import type { TokenSource } from './session.ts';

/** An operation of the API: its method and path, such as `GET /tickets/{id}`. */
export type OperationName = keyof Operations;
/** Path parameters, query and body of an operation. */
export type Input<Name extends OperationName> = Omit<Operations[Name], 'answer'>;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
/** A parameter that can be left out when nothing in it is required. */
export type OptionalIfEmpty<Value> = Record<never, never> extends Value ? [value?: Value] : [value: Value];

export interface ClientOptions {
  /** of the service, without a slash at the end; empty on its own pages */
  baseUrl: string;
  /** a personal API token (`cot_...`), or a session; without one only public operations can be called */
  auth?: string | TokenSource;
  /** of one attempt, with the wait for a token; 30 s by default, 2 minutes with a file */
  timeoutMs?: number;
  /** how often a request is repeated that failed for a while only; 3 by default */
  maxRetries?: number;
  fetch?: Fetch;
}

export interface CallOptions {
  /** stops waiting for the answer; a request that was sent may still be executed */
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** of a write that may be repeated, random by default: choose one that outlives your process to send a write once over restarts */
  idempotencyKey?: string;
  timeoutMs?: number;
  maxRetries?: number;
  /** lets the request end although its page is left */
  keepalive?: boolean;
}

/** The input of any operation. */
interface UntypedInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

const defaultTimeoutMs = 30_000;
const defaultFileTimeoutMs = 120_000;
const defaultMaxRetries = 3;

/** A client of the API. It keeps no connection: there is nothing to close. */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  /**
   * Calls an operation.
   * @param name method and path, such as `GET /tickets/{id}`
   * @returns the body of the answer: JSON, or a Blob for files
   * @throws ApiError for an error response, SessionEndedError when the session is over; NoAnswerError without an answer,
   * TimeoutError in time; the reason of the signal
   */
  async call<Name extends OperationName>(
    name: Name,
    ...[request]: OptionalIfEmpty<Input<Name> & CallOptions>
  ): Promise<Answer<Name>> {
    return (await this.#attempts(name, request ?? {}, readBody)) as Answer<Name>;
  }

  /**
   * Calls an operation, such as one that answers with a large file.
   * @returns the response, whose body is not read yet; the timeout goes on until it is
   * @throws as call()
   */
  fetch<Name extends OperationName>(name: Name, ...[request]: OptionalIfEmpty<Input<Name> & CallOptions>): Promise<Response> {
    return this.#attempts(name, request ?? {}, async (response) => response);
  }

  /**
   * Reads all pages of a list, one after the other while the items are used.
   * @param request query of the list; `limit` is the size of a page, 100 by default
   * @throws as call()
   */
  items<Name extends PagedName>(
    name: Name,
    ...[request]: OptionalIfEmpty<Input<Name> & CallOptions>
  ): AsyncGenerator<ItemOf<Name>, void, undefined> {
    const { query, ...rest } = (request ?? {}) as UntypedInput & CallOptions;
    const read = (page: object) => this.#attempts(name, { ...rest, query: { ...query, ...page } }, readBody);
    return listItems(read, query);
  }

  /**
   * Reads the tickets that changed since a cursor, for a copy of them. When a cursor cannot be used any more, it begins again with all
   * tickets, and says so.
   * @throws as call()
   */
  changes(options: ChangesOptions = {}): AsyncGenerator<ChangesPage, void, undefined> {
    const read = (query: { after?: string; limit: number }, signal: AbortSignal | undefined) =>
      this.call('GET /ext/changes', { query, ...(signal && { signal }) });
    return readChanges(read, options);
  }

  /**
   * Tells which tickets change, until the signal is aborted. A lost connection is opened again.
   * @throws ApiError with 401 or 403, SessionEndedError
   */
  liveUpdates(options: LiveOptions = {}): AsyncGenerator<LiveUpdate, void, undefined> {
    const { baseUrl, fetch } = this.#options;
    const open = (signal: AbortSignal): Promise<Response> =>
      this.#withToken(true, signal, (token) => {
        const headers = { accept: 'text/event-stream' };
        return sendRequest({ method: 'GET', url: `${baseUrl}/ext/live`, headers, token, signal }, fetch);
      });
    return liveUpdates(open, options);
  }

  async #attempts<Result>(
    name: OperationName,
    request: object,
    read: (response: Response, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { params, query, body, signal, headers, keepalive, idempotencyKey, ...given }: UntypedInput & CallOptions = request;
    const [method = '', path = ''] = name.split(' ');
    const isFile = body instanceof FormData || body instanceof Blob;
    const timeoutMs = given.timeoutMs ?? this.#options.timeoutMs ?? (isFile ? defaultFileTimeoutMs : defaultTimeoutMs);
    const hasToken = !publicOperations.has(name);
    // Sign-ins and sign-outs are not repeated: they are limited, and a refresh token works once.
    const isRepeated = !writesWithoutKey.has(name);
    const maxRetries = isRepeated ? (given.maxRetries ?? this.#options.maxRetries ?? defaultMaxRetries) : 0;
    const key = idempotencyKey ?? (method !== 'GET' && maxRetries > 0 ? newIdempotencyKey() : undefined);
    const message: HttpRequest = {
      method,
      url: `${this.#options.baseUrl}${buildPath(path, params, query)}`,
      headers: { ...(key && { 'idempotency-key': key }), ...headers },
      body: body === undefined || isFile ? body : JSON.stringify(body),
      keepalive,
      ...(!hasToken && method !== 'GET' && { credentials: 'include' }),
    };
    const attempt = (): Promise<Result> => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const limited = signal ? AbortSignal.any([signal, timeout]) : timeout;
      return this.#withToken(hasToken, limited, async (token) =>
        read(await sendRequest({ ...message, token, signal: limited }, this.#options.fetch), limited),
      );
    };
    return withRetries(attempt, { maxRetries, signal, isRepeatable: method === 'GET' || key !== undefined });
  }

  /** Sends with the present token, and once again with a new one when the service refuses it. */
  async #withToken<Result>(
    hasToken: boolean,
    signal: AbortSignal,
    send: (token: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { auth } = this.#options;
    if (!hasToken) return send(undefined);
    if (auth === undefined || typeof auth === 'string') return send(auth);
    const token = await orAborted(auth.getToken(), signal);
    try {
      return await send(token);
    } catch (error) {
      if (!isStatus(error, 401) || error.message === wrongPassword) throw error;
      return send(await orAborted(auth.getToken(token), signal));
    }
  }
}

/** The 401 with which a change is refused that a wrong password should confirm: the session goes on. */
const wrongPassword = 'wrong password';

/** @returns a client of the API */
export const createClient = (options: ClientOptions): Client => new Client(options);

/** Fills the parameters into a path and adds the query; values that are undefined or empty are left out. */
export function buildPath(path: string, params: UntypedInput['params'] = {}, query: UntypedInput['query'] = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
