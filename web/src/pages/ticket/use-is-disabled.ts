import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** Whether the account of the worker is disabled, so that nobody does the work; workers cannot know it. */
export function useIsDisabled(workerId: string | null | undefined): boolean {
  const { role } = useCurrentUser();
  const accounts = useAccountTrust(workerId && role !== 'worker' ? [workerId] : []);
  return Boolean(workerId && accounts.of(workerId)?.disabled_at);
}
