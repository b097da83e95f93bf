import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { canUsePasskeys, passkeyHeader } from '../../api/passkeys.ts';
import { useApiQuery } from '../../api/queries.ts';
import type { SecondFactor } from '../../api/sign-in.ts';
import { useMessages } from '../../i18n/locale.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { Note } from '../../ui/note.tsx';
import { OneTimeCodeForm } from './one-time-code-form.tsx';
import { passkeyErrorText } from './passkey-error.ts';
import { useSecondFactorTexts } from './texts/texts.ts';

interface Props {
  /** what the account asks for */
  needs: 'code' | 'passkey';
  /** empty: it is not known here */
  email: string;
  /** of the last second factor that was sent */
  error: Error | null;
  isBusy: boolean;
  onSubmit: (secondFactor: SecondFactor) => void;
  onCancel: () => void;
}

/** The second step of a sign-in: a code or a passkey. Whoever has both may use either. */
export function SecondFactorForm({ needs, email, error, isBusy, onSubmit, onCancel }: Props) {
  const messages = useMessages();
  const texts = useSecondFactorTexts();
  const hasPasskeys = (useApiQuery('GET /ext/about').data?.passkeys ?? false) && canUsePasskeys();
  const passkey = useMutation({ mutationFn: passkeyHeader, onSuccess: (header) => onSubmit({ passkey: header }) });
  const shownError = passkey.error ?? error;
  const button = (
    <Button
      variant={needs === 'passkey' ? 'filled' : 'default'}
      size="md"
      loading={passkey.isPending || (needs === 'passkey' && isBusy)}
      onClick={() => passkey.mutate()}
    >
      {texts.use}
    </Button>
  );
  if (needs === 'code')
    return (
      <AuthLayout title={texts.oneTimeCode.title}>
        <OneTimeCodeForm
          email={email}
          error={error}
          isBusy={isBusy}
          onSubmit={(oneTimeCode) => onSubmit({ oneTimeCode })}
          onCancel={onCancel}
        />
        {hasPasskeys && button}
        {passkey.error && <Failure text={passkeyErrorText(passkey.error, texts, messages)} />}
      </AuthLayout>
    );
  return (
    <AuthLayout title={texts.title}>
      <Text c="dimmed">{texts.lead}</Text>
      {shownError && <Failure text={passkeyErrorText(shownError, texts, messages)} />}
      {!hasPasskeys && <Failure text={texts.failed} />}
      <Stack gap="xs">
        {hasPasskeys && button}
        <Button variant="subtle" onClick={onCancel}>
          {texts.otherAccount}
        </Button>
      </Stack>
    </AuthLayout>
  );
}

const Failure = ({ text }: { text: string }) => (
  <Note tone="danger" role="alert">
    {text}
  </Note>
);
