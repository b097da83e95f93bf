import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../../platform/config/config.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { accessTokenSeconds, signAccessToken } from '../../../platform/security/tokens.ts';
import type { Session } from './sessions.ts';

export const refreshCookieName = 'refresh_token';

/** Scripts cannot read the cookie, and browsers send it to /auth only. */
export const refreshCookieOptions = ({ cookieSecure }: Config): CookieSerializeOptions => ({
  path: '/auth',
  httpOnly: true,
  sameSite: 'lax',
  secure: cookieSecure,
});

/** Sets the cookie with the refresh token of a session. @returns the body with its access token (docs/rules.md, Sessions) */
export async function answerWithToken(
  { clock, config, signingKey }: Deps,
  reply: FastifyReply,
  { id: sid, user, tokenVersion: ver, refreshToken, expiresAt }: Session,
) {
  const now = clock();
  const token = await signAccessToken(signingKey, { sub: user.id, role: user.role, ver, sid }, now);
  const maxAge = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  reply.setCookie(refreshCookieName, refreshToken, { ...refreshCookieOptions(config), maxAge });
  return { token, expires_in: accessTokenSeconds, user };
}
