import { Button, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useMailEnabled } from '../../features/use-mail-enabled.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { TwoFactorPanel } from '../two-factor/two-factor-panel.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useSecurityTexts } from './security-texts/texts.ts';
import { SessionList } from './session-list.tsx';

/** How the user signs in, and what else may act in their name. */
export function SecurityPage() {
  const messages = useMessages();
  return (
    <PageLayout title={messages.nav.security}>
      <div className="panels">
        <PasswordPanel />
        <TwoFactorPanel />
      </div>
      <PasskeyList />
      <SessionList />
    </PageLayout>
  );
}

function PasswordPanel() {
  const messages = useMessages();
  const texts = useSecurityTexts();
  return (
    <Panel aria-labelledby="password">
      <Title order={2} id="password">
        {messages.security.password}
      </Title>
      <ChangePasswordForm
        endAll={{ label: texts.endAll, hint: texts.endAllHint }}
        onChanged={() => showToast({ text: texts.passwordChanged })}
      />
      <ForgottenPassword />
    </Panel>
  );
}

function ForgottenPassword() {
  const texts = useSecurityTexts();
  const { email } = useCurrentUser();
  const sendsMail = useMailEnabled();
  const request = useMutation({
    mutationFn: () => call('POST /auth/forgot-password', { body: { email } }),
    onSuccess: () => showToast({ text: texts.passwordSent }),
    onError: (error) => showToast({ error }),
  });
  if (sendsMail === undefined) return null;
  if (!sendsMail)
    return (
      <Text size="sm" c="dimmed">
        {texts.forgotNoMail}
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.forgotText}
      </Text>
      <Button variant="default" loading={request.isPending} onClick={() => request.mutate()}>
        {texts.passwordSend}
      </Button>
    </>
  );
}
