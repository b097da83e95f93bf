import { useEffect, useState } from 'react';
import { saveLanguage } from '../api/account-language.ts';
import { call } from '../api/client.ts';
import { preferredLanguage } from '../i18n/locale.ts';
import { delay } from '../lib/delay.ts';
import { setPasswordState, usePasswordState } from '../session/password-state.ts';

/** After this time the pages are shown without the answer. */
const maxWaitMs = 5_000;
const retryMs = 15_000;

/**
 * Whether the user has to change the password, because somebody else chose it. It is read once after a sign-in.
 * @param userId undefined when nobody is signed in
 * @returns undefined until the first answer; when it cannot be read, false until it was read
 */
export function useMustChangePassword(userId: string | undefined): boolean | undefined {
  const state = usePasswordState(userId);
  const [failedUserId, setFailedUserId] = useState<string>();
  const isUnknown = userId !== undefined && state === undefined;
  useEffect(() => {
    if (!isUnknown) return;
    setFailedUserId(undefined);
    const reading = new AbortController();
    void readPasswordState(reading.signal, () => setFailedUserId(userId));
    return () => reading.abort();
  }, [isUnknown, userId]);
  if (isUnknown && failedUserId !== userId) return undefined;
  return state === 'temporary';
}

async function readPasswordState(signal: AbortSignal, onFailure: () => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const { profile, must_change_password, language } = await call('GET /ext/me', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]),
      });
      // Mails and messages come in the language in which the user last signed in or that was chosen since.
      if ((language ?? 'en') !== preferredLanguage()) void saveLanguage(preferredLanguage()).catch(() => {});
      return setPasswordState(profile.id, must_change_password ? 'temporary' : 'own');
    } catch {
      if (!signal.aborted) onFailure();
      await delay(retryMs, signal);
    }
  }
}
