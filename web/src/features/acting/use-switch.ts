import { delay } from '../../lib/delay.ts';
import { showToast } from '../../lib/toasts.ts';
import { hasUnstoredItems } from '../../offline-queue/stored-items.ts';
import { type Principal, startActing, stopActing } from '../../session/acting.ts';
import { sendAllHeld } from '../../session/held-actions.ts';
import { useSender } from '../../session/session-store.ts';
import { useActingTexts } from './texts/texts.ts';

const maxWaitMs = 3_000;
const pollMs = 50;

/** Switches to an account, or back to the own one, after what is in memory only was sent. */
export function useSwitch(): (principal?: Principal) => Promise<void> {
  const texts = useActingTexts();
  const { id } = useSender();
  return async (principal) => {
    await sendAllHeld();
    for (let waitedMs = 0; hasUnstoredItems() && waitedMs < maxWaitMs; waitedMs += pollMs) await delay(pollMs);
    if (hasUnstoredItems()) showToast({ text: texts.unsent });
    else if (principal) startActing(id, principal);
    else stopActing();
  };
}
