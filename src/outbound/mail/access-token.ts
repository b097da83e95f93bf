import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { MailOAuth } from '../../platform/config/mail.ts';
import { plus, systemClock } from '../../platform/lib/clock.ts';
import { seconds } from '../../platform/lib/duration.ts';

const timeoutMs = seconds(10);
const TokenAnswer = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Optional(Type.Number()) });
const Refusal = Type.Object({ error: Type.String() });

interface AccessToken {
  token: string;
  /** Unix time by the clock of the system, with which nodemailer compares it; 0: unknown */
  expiresAtMs: number;
}

/**
 * Gets an access token for a mail server (RFC 6749, 6). Nodemailer would call the provider past the proxy of the network.
 * @throws with the code EOAUTH2 when the provider refuses the refresh token
 */
export async function fetchAccessToken(oauth: MailOAuth): Promise<AccessToken> {
  const { clientId: client_id, clientSecret: client_secret, refreshToken: refresh_token, tokenUrl } = oauth;
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token });
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw error.cause ?? error; // which names the reason
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && Value.Check(TokenAnswer, answer)) {
    const { access_token: token, expires_in } = answer;
    return { token, expiresAtMs: expires_in === undefined ? 0 : plus(systemClock(), seconds(expires_in)).getTime() };
  }
  const reason = Value.Check(Refusal, answer) ? answer.error : 'it is no answer with a token';
  throw Object.assign(new Error(`no access token for the mail server: ${response.status}, ${reason}`), { code: 'EOAUTH2' });
}
