import { accountSubject, recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DeviceOrigin } from '../../platform/http/request-origin.ts';
import { plus } from '../../platform/lib/clock.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { createApiToken } from '../../product/identity/api-tokens/actions.ts';
import { lockAccount, type Session, startSession } from '../../product/identity/auth/sessions.ts';
import type { Actor } from '../../product/visibility.ts';
import { demoApiToken, demoPhone } from './fixtures.ts';
import { projectByKey, type SeededData } from './seed-accounts.ts';

/** The client whose login is printed is signed in on a phone, and has an API token. */
export async function seedSignIns(data: SeededData): Promise<void> {
  const { deps, timeline } = data;
  const { owner } = projectByKey(data, 'quarter');
  const signedInAt = timeline.ago({ days: 3, hours: 2 });
  await deps.db.transaction(async (tx) => {
    const { id: sid } = await signIn(tx, data, owner, demoPhone, signedInAt);
    await createApiToken(tx, { ...owner, origin: demoPhone }, sid, demoApiToken(data.language), plus(signedInAt, minutes(4)));
  });
}

/** Starts a session as a login does, without the password. */
async function signIn(tx: Tx, { deps }: SeededData, { id }: Actor, device: DeviceOrigin, at: Date): Promise<Session> {
  const account = await lockAccount(tx, id);
  if (!account) throw new Error(`the demo has no account ${id}`);
  const session = await startSession(tx, account, device, at, deps.config);
  await recordAuditEvent(tx, {
    event: 'login_succeeded',
    at,
    actor: { id, origin: device },
    subject: accountSubject(id),
    detail: { session_id: session.id, user_agent: device.userAgent },
  });
  return session;
}
