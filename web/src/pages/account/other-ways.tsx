import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApiQuery } from '../../api/queries.ts';
import { signInWithPasskey } from '../../api/sign-in.ts';
import { ApiError, NoAnswerError } from '../../http/errors.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Note } from '../../ui/note.tsx';
import { companySignInUrl } from './company-sign-in-url.ts';
import { useSignInTexts } from './texts/texts.ts';

/** The ways to sign in without a password, where the service and this browser have them. */
export function OtherWays({ to }: { to: string | undefined }) {
  const texts = useSignInTexts();
  const about = useApiQuery('GET /ext/about').data;
  const provider = about?.sign_in_provider;
  const hasPasskeys = about?.passkeys && isSecureContext && typeof PublicKeyCredential === 'function';
  if (!provider && !hasPasskeys) return null;
  return (
    <>
      <Text ta="center" c="dimmed">
        {texts.or}
      </Text>
      {provider && (
        <Button component="a" href={companySignInUrl(to)} variant="default" size="md">
          {texts.signInWith(provider)}
        </Button>
      )}
      {hasPasskeys && <PasskeyButton />}
    </>
  );
}

function PasskeyButton() {
  const messages = useMessages();
  const texts = useSignInTexts();
  const signIn = useMutation({ mutationFn: signInWithPasskey });
  const { error } = signIn;
  // Browsers do not tell whether the person has no passkey or closed the dialog.
  const isRefused = error instanceof ApiError || error instanceof NoAnswerError;
  return (
    <>
      <Button variant="default" size="md" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {texts.withPasskey}
      </Button>
      {error && (
        <Note tone="danger" role="alert">
          {isRefused ? errorText(error, messages) : texts.noPasskey}
        </Note>
      )}
    </>
  );
}
