import { Box, Flex, Stack } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { PageLayout } from '../ui/page-layout.tsx';
import { Redirect } from '../ui/redirect.tsx';
import { useIsWide } from '../ui/use-breakpoint.ts';
import { NavLink } from './app-layout.tsx';
import { navigationFor } from './navigation.ts';

/** The pages of the settings beside their list; without room for it, a link leads back to the list. */
export function SettingsLayout() {
  const messages = useMessages();
  const isWide = useIsWide();
  const isList = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname === '/settings' });
  return (
    <Flex className="settings" direction={isWide ? 'row' : 'column'}>
      {isWide && (
        <Box flex="none" w={220} pt={28} pl="md" className="settings-list">
          <SettingsList />
        </Box>
      )}
      {!isWide && !isList && (
        <nav aria-label={messages.nav.settings}>
          <LinkButton to="/settings" variant="subtle" leftSection={<Icon icon={IconChevronLeft} />}>
            {messages.nav.settings}
          </LinkButton>
        </nav>
      )}
      <Outlet />
    </Flex>
  );
}

/** The list of the settings, or the first of them where the list is beside each. */
export function SettingsPage() {
  const messages = useMessages();
  const isWide = useIsWide();
  const { role } = useCurrentUser();
  const [first] = navigationFor(role, 'settings');
  if (!first) return <NotFound />;
  if (isWide) return <Redirect to={first.to} />;
  return (
    <PageLayout title={messages.nav.settings}>
      <SettingsList />
    </PageLayout>
  );
}

function SettingsList() {
  const messages = useMessages();
  const { role } = useCurrentUser();
  return (
    <Stack component="nav" gap={2} aria-label={messages.nav.settings}>
      {navigationFor(role, 'settings').map((item) => (
        <NavLink key={item.name} item={item} />
      ))}
    </Stack>
  );
}
