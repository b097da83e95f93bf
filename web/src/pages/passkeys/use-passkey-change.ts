import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/invalidation.ts';
import { ApiError, NoAnswerError } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { passkeyErrorText } from '../second-factor/passkey-error.ts';
import { useSecondFactorTexts } from '../second-factor/texts/texts.ts';
import { usePasskeyTexts } from './texts/texts.ts';

/**
 * A change of the passkeys, for which the browser may ask for one.
 * @returns with `error` of the service and `browserError`, a text
 */
export function usePasskeyChange<Result>(change: () => Promise<Result>, onSuccess: (result: Result) => void) {
  const client = useQueryClient();
  const messages = useMessages();
  const texts = usePasskeyTexts();
  const secondFactorTexts = useSecondFactorTexts();
  const { error, isPending, mutate } = useMutation({
    mutationFn: change,
    onSuccess,
    onSettled: () => invalidate(client, 'GET /ext/passkeys', 'GET /ext/mfa/passkey'),
  });
  const isOfService = error instanceof ApiError || error instanceof NoAnswerError;
  if (!error || isOfService) return { isPending, run: () => mutate(), error, browserError: undefined };
  // The browser says so when the device has one of the passkeys already.
  const isKnown = error.name === 'InvalidStateError';
  const browserError = isKnown ? texts.known : passkeyErrorText(error, secondFactorTexts, messages);
  return { isPending, run: () => mutate(), error: null, browserError };
}
