import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '../../api/sign-out.ts';
import { OfflineBanner } from '../../features/offline-banner.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { UnsentWarning } from './unsent-warning.tsx';

/** Shown instead of all pages to a user whose password somebody else chose. */
export function OwnPasswordPage() {
  const messages = useMessages();
  const me = useCurrentUser();
  const leave = useMutation({ mutationFn: signOut, onError: (error) => showToast({ error }) });
  return (
    <>
      <OfflineBanner />
      <AuthLayout title={messages.ownPassword.title} lead={messages.ownPassword.text}>
        <ChangePasswordForm isWide onChanged={() => showToast({ text: messages.ownPassword.changed })} />
        <Stack gap={4} align="center" ta="center" mt="md">
          <UnsentWarning />
          <Text size="sm" c="dimmed">
            {messages.ownPassword.signedInAs(me.name)}
          </Text>
          <Button variant="subtle" loading={leave.isPending} onClick={() => leave.mutate()}>
            {messages.profile.signOut}
          </Button>
        </Stack>
      </AuthLayout>
    </>
  );
}
