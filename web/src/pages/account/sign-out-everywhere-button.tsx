import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { signOutEverywhere } from '../../api/sign-out.ts';
import { showToast } from '../../lib/toasts.ts';
import { useSecurityTexts } from './security-texts/texts.ts';

/** Ends all sessions of the user, this one included. */
export function SignOutEverywhereButton() {
  const texts = useSecurityTexts();
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: (count) => showToast({ text: texts.revoked(count) }),
    onError: (error) => showToast({ error }),
  });
  return (
    <Button variant="subtle" color="red" loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
      {texts.signOutEverywhere}
    </Button>
  );
}
