import assert from 'node:assert/strict';
import { type ApiResponse, type Fixtures, password, type TestUser } from '../../testing/fixtures.ts';

/** Callers without an access token, each from an address of its own: the limits have tests of their own. */
export function anonymousClient(fixtures: Fixtures) {
  let last = 0;
  const from = (): { 'x-forwarded-for': string } => {
    last++;
    return { 'x-forwarded-for': `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}` };
  };
  const post = (url: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    fixtures.call(undefined, 'POST', url, body, { ...from(), ...headers });
  const login = (email: unknown, pass: unknown = password) => post('/auth/login', { email, password: pass });
  const withCookie = (url: string, cookie: string) => post(url, undefined, { cookie: `refresh_token=${cookie}` });
  return {
    from,
    post,
    login,
    forgot: (email: unknown, headers: Record<string, string> = {}) => post('/auth/forgot-password', { email }, headers),
    reset: (token: unknown, pass: unknown) => post('/auth/reset-password', { token, password: pass }),
    refresh: (cookie: string) => withCookie('/auth/refresh', cookie),
    logout: (cookie: string) => withCookie('/auth/logout', cookie),
    /** A signed-in session: its access token and its cookie. */
    async signIn(who: Pick<TestUser, 'email'>, pass: string = password) {
      const answer = await login(who.email, pass);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return { token: answer.body.token as string, cookie: cookieOf(answer) };
    },
  };
}

export const cookieOf = (answer: ApiResponse): string => answer.cookies.find(({ name }) => name === 'refresh_token')?.value ?? '';

/** A request with exactly this access token. */
export const withToken = (fixtures: Fixtures, token: string, method: 'GET' | 'POST' | 'PATCH' = 'GET', url = '/auth/me') =>
  fixtures.call(undefined, method, url, undefined, { authorization: `Bearer ${token}` });

/** Every answer that is no success has the envelope and nothing beside it. */
export function assertEnvelope({ status, body }: ApiResponse, expected: number, about = ''): void {
  assert.equal(status, expected, `${about} ${JSON.stringify(body)}`);
  assert.deepEqual(Object.keys(body), ['error'], about);
}
