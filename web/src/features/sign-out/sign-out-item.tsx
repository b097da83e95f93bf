import { UnstyledButton } from '@mantine/core';
import { useMessages } from '../../i18n/locale.ts';
import { useSignOut } from './use-sign-out.ts';

/** The last item of the menu of the account. */
export function SignOutItem({ onClick }: { onClick: () => void }) {
  const messages = useMessages();
  const signOut = useSignOut();
  return (
    <UnstyledButton
      p="sm"
      fz="sm"
      fw={500}
      bdrs="md"
      w="100%"
      className="nav-link"
      onClick={() => {
        onClick();
        signOut();
      }}
    >
      {messages.profile.signOut}
    </UnstyledButton>
  );
}
