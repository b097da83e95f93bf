import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconSwitchHorizontal, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { principal, takeEndedPrincipal } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useActingTexts } from './texts/texts.ts';
import { useActsFor } from './use-acts-for.ts';

const navLook = { gap: 'sm', p: 'sm', fz: 'sm', fw: 500, wrap: 'nowrap', bdrs: 'md' } as const;

const SwitchDialog = lazyPart(async () => (await import('./switch-dialog.tsx')).SwitchDialog);

/** Opens the choice of the account, for whoever may act for one, and leads to the team of its lead. */
export function SwitchButton() {
  const messages = useMessages();
  const texts = useActingTexts();
  const { role } = useSender();
  const accounts = useActsFor();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const ended = takeEndedPrincipal();
    if (ended) showToast({ text: messages.app.actingEnded(ended) });
  }, [messages]);
  if (accounts.length === 0) return null;
  return (
    <>
      {/* A worker who acts for others leads a team. */}
      {role === 'worker' && !principal && (
        <Group
          {...navLook}
          td="none"
          aria-label={texts.team}
          className="nav-link"
          renderRoot={(props) => <Link to="/teams" {...props} />}
        >
          <Icon icon={IconUsersGroup} />
          <Text span inherit truncate>
            {texts.team}
          </Text>
        </Group>
      )}
      <Group
        {...navLook}
        aria-label={messages.nav.actFor}
        className="nav-link nav-button"
        renderRoot={(props) => <UnstyledButton {...props} onClick={() => setOpen(true)} />}
      >
        <Icon icon={IconSwitchHorizontal} />
        <Text span inherit truncate>
          {messages.nav.actFor}
        </Text>
      </Group>
      {isOpen && <SwitchDialog accounts={accounts} onClose={() => setOpen(false)} />}
    </>
  );
}
