import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOutEverywhere } from '../../api/sign-out.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';

/** Ends all sessions of the user, this one included. */
export function SignOutEverywhereButton() {
  const messages = useMessages();
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: (count) => showToast({ text: messages.profile.revoked(count) }),
    onError: (error) => showToast({ error }),
  });
  return (
    <Button variant="subtle" color="red" loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
      {messages.profile.signOutEverywhere}
    </Button>
  );
}
