import { isStatus, SessionEndedError } from './errors.ts';
import { withLock } from './lock.ts';
import type { Profile, Token } from './operations.ts';
import { type Fetch, sendRequest } from './send.ts';

/** Where a client gets its access tokens from. */
export interface TokenSource {
  /** @param refused a token that the service has refused: it is not returned again */
  getToken(refused?: string): Promise<string>;
}

/** A session as it is stored. It is as secret as a password. */
export interface StoredSession {
  token: string;
  /** milliseconds of the local clock */
  receivedAt: number;
  expiresAt: number;
  user: Profile;
  /** outside of browsers, which keep it in their http-only cookie */
  refreshToken?: string;
}

/** Keeps a session, for example in a file that several processes read. */
export interface SessionStore {
  load(): Promise<StoredSession | undefined> | StoredSession | undefined;
  /** @param session undefined when it is over */
  save(session: StoredSession | undefined): Promise<void> | void;
}

export interface SessionOptions {
  /** of the service, without a slash at the end; empty on its own pages */
  baseUrl: string;
  /** the memory of this process by default */
  store?: SessionStore;
  /**
   * runs work while nobody else does who uses the same store; by default nobody in this browser or process
   * @param name the same for all sessions of a service
   */
  lock?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  fetch?: Fetch;
}

const maxRefreshMarginMs = 60_000;
/** Longer than other requests may take: when a refresh is aborted while its answer arrives, the next refresh token is lost. */
const timeoutMs = 60_000;

/** The session of an account that signs in with a password. It gets new access tokens as long as the session lasts. */
export class Session implements TokenSource {
  readonly #options: SessionOptions;
  readonly #store: SessionStore;
  readonly #lock: NonNullable<SessionOptions['lock']>;
  #refreshing: Promise<StoredSession> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#store = options.store ?? memoryStore();
    this.#lock = options.lock ?? withLock;
  }

  /**
   * Signs in.
   * @param oneTimeCode of the authenticator app, or a recovery code; needed with two-factor authentication
   * @throws ApiError with 401 for a wrong e-mail, password or code, 403 for an account that is disabled or not confirmed, 429
   */
  signIn(email: string, password: string, oneTimeCode?: string): Promise<Profile> {
    const headers: Record<string, string> = oneTimeCode ? { 'x-otp': oneTimeCode } : {};
    return this.#inTurn(async () => {
      const session = await this.#request('/auth/login', { headers, body: JSON.stringify({ email, password }) });
      return session.user;
    });
  }

  /** Ends the session. */
  signOut(): Promise<void> {
    return this.#inTurn(async () => {
      const { refreshToken } = (await this.#store.load()) ?? {};
      await this.#send('/auth/logout', { headers: cookieOf(refreshToken) });
      await this.#store.save(undefined);
    });
  }

  /** @returns who is signed in; undefined before a sign-in and after the end of the session */
  async user(): Promise<Profile | undefined> {
    return (await this.#store.load())?.user;
  }

  /**
   * Returns an access token that is valid for a while.
   * @throws SessionEndedError when the session is over; NoAnswerError without an answer
   */
  async getToken(refused?: string): Promise<string> {
    const session = await this.#store.load();
    if (session && session.token !== refused && !isRefreshDue(session)) return session.token;
    this.#refreshing ??= this.#inTurn(() => this.#refresh(refused)).finally(() => {
      this.#refreshing = undefined;
    });
    return (await this.#refreshing).token;
  }

  async #refresh(refused: string | undefined): Promise<StoredSession> {
    // Somebody else may have stored a new one during the wait for the lock.
    const session = await this.#store.load();
    const isUsable = session !== undefined && session.token !== refused;
    if (isUsable && !isRefreshDue(session)) return session;
    try {
      return await this.#request('/auth/refresh', { headers: cookieOf(session?.refreshToken) });
    } catch (error) {
      if (isStatus(error, 401, 403)) {
        await this.#store.save(undefined);
        throw new SessionEndedError(error.status, error.message, error);
      }
      if (isUsable && Date.now() < session.expiresAt) return session; // until it expires
      throw error;
    }
  }

  /** Sends a request whose answer is a token, and stores the session. */
  async #request(path: string, request: { headers: Record<string, string>; body?: string }): Promise<StoredSession> {
    const response = await this.#send(path, request);
    const { token, expires_in, user } = (await response.json()) as Token;
    const receivedAt = Date.now();
    const refreshToken = refreshTokenOf(response);
    const session = { token, user, receivedAt, expiresAt: receivedAt + expires_in * 1000, ...(refreshToken && { refreshToken }) };
    await this.#store.save(session);
    return session;
  }

  #send(path: string, request: { headers: Record<string, string>; body?: string }): Promise<Response> {
    const { baseUrl, fetch } = this.#options;
    // `keepalive`: the answer sets the next cookie, so the request has to end although its page is left.
    const options = { keepalive: true, credentials: 'include', signal: AbortSignal.timeout(timeoutMs) } as const;
    return sendRequest({ method: 'POST', url: `${baseUrl}${path}`, ...options, ...request }, fetch);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#lock(`callout-session ${this.#options.baseUrl}`, work);
  }
}

/** In the last minute, or in the last fifth of a short lifetime. */
const isRefreshDue = ({ receivedAt, expiresAt }: StoredSession): boolean =>
  Date.now() >= expiresAt - Math.min(maxRefreshMarginMs, (expiresAt - receivedAt) / 5);

const cookieName = 'refresh_token';
const cookieOf = (refreshToken: string | undefined): Record<string, string> =>
  refreshToken ? { cookie: `${cookieName}=${refreshToken}` } : {};

/** Browsers do not show this header, and send the cookie themselves. */
function refreshTokenOf({ headers }: Response): string | undefined {
  const cookie = headers.getSetCookie().find((one) => one.startsWith(`${cookieName}=`));
  return cookie?.slice(cookieName.length + 1).split(';')[0] || undefined;
}

function memoryStore(): SessionStore {
  let stored: StoredSession | undefined;
  return {
    load: () => stored,
    save: (session) => {
      stored = session;
    },
  };
}
