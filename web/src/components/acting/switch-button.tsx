import { Text, UnstyledButton } from '@mantine/core';
import { IconSwitchHorizontal } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { takeEndedPrincipal } from '../../session/acting.ts';
import { Icon } from '../icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useActsFor } from './use-acts-for.ts';

const SwitchDialog = lazyPart(async () => (await import('./switch-dialog.tsx')).SwitchDialog);

/** Opens the choice of the account, for whoever may act for one. */
export function SwitchButton() {
  const messages = useMessages();
  const accounts = useActsFor();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const ended = takeEndedPrincipal();
    if (ended) showToast({ text: messages.app.actingEnded(ended) });
  }, [messages]);
  if (accounts.length === 0) return null;
  return (
    <>
      <UnstyledButton
        display="flex"
        p="sm"
        fz="sm"
        fw={550}
        bdrs="md"
        aria-label={messages.nav.actFor}
        className="nav-link nav-button"
        onClick={() => setOpen(true)}
      >
        <Icon icon={IconSwitchHorizontal} />
        <Text span inherit truncate>
          {messages.nav.actFor}
        </Text>
      </UnstyledButton>
      {isOpen && <SwitchDialog accounts={accounts} onClose={() => setOpen(false)} />}
    </>
  );
}
