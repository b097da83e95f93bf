import { plus } from '../src/platform/lib/clock.ts';
import { days } from '../src/platform/lib/duration.ts';
import { randomToken, tokenHash } from '../src/platform/security/tokens.ts';
import type { Fixtures, TestUser } from './fixtures.ts';

/** Opens a session, to which the access tokens of the account belong from now on. */
export async function openSession(fixtures: Fixtures, { id }: TestUser): Promise<void> {
  const { now } = fixtures;
  const sid = crypto.randomUUID();
  const times = { started_at: now, created_at: now, expires_at: plus(now, days(90)) };
  const session = { token_hash: tokenHash(randomToken()), session_id: sid, user_id: id, ip: '', user_agent: '', ...times };
  await fixtures.transaction((tx) => tx.insertInto('refresh_sessions').values(session).execute());
  fixtures.sessionClaims.set(id, { sid });
}
