import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isPageWhileActing } from '../api/act-for.ts';
import { ActingBar } from '../features/acting/lazy.ts';
import { KeyboardShortcuts } from '../features/keyboard-shortcuts/keyboard-shortcuts.tsx';
import type { NavigationItem } from '../features/navigation-item.ts';
import { OfflineBanner } from '../features/offline-banner.tsx';
import { SearchButton } from '../features/search/search-button.tsx';
import { useStartPage } from '../features/start-page.ts';
import { UnsentChanges } from '../features/unsent/unsent-changes.tsx';
import { useMessages } from '../i18n/locale.ts';
import { useBrand } from '../lib/brand.ts';
import { mayWrite, principal } from '../session/acting.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { navigationFor } from './navigation.ts';

const SwitchButton = lazyPart(async () => (await import('../features/acting/switch-button.tsx')).SwitchButton);

/** The layout of all pages behind the login: navigation, banner and content. */
export function AppLayout({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const me = useCurrentUser();
  useStartPage();
  const pages = shownNavigation(navigationFor(me.role));
  const footer = shownNavigation(navigationFor(me.role, 'footer'));
  const tabs = pages.filter(({ wideOnly }) => !wideOnly).map((item) => <Tab key={item.name} {...item} />);
  return (
    <>
      <Button component="a" pos="fixed" top={8} left={8} style={{ zIndex: 50 }} className="skip-link" href="#content">
        {messages.app.skip}
      </Button>
      <KeyboardShortcuts />
      <div className="app-layout">
        <Stack component="header" justify="space-between" gap="lg" className="sidebar">
          <Stack gap="lg">
            <div className="brand-row">
              <Brand />
              <SearchButton pages={[...pages, ...footer]} />
            </div>
            <Stack component="nav" gap={2} className="wide-only" aria-label={messages.app.menu}>
              {pages.map((item) => (
                <SidebarLink key={item.name} {...item} />
              ))}
            </Stack>
          </Stack>
          <Stack component="nav" gap={2} className="nav-footer" aria-label={messages.app.more}>
            <Group gap="xs" px="sm" pb="xs" wrap="nowrap" className="current-user wide-only">
              <UserAvatar {...me} size={32} />
              <Text size="sm" c="dimmed" component="div">
                <Text component="b" display="block" size="sm" c="var(--text)" fw={600}>
                  {me.name}
                </Text>
                {messages.labels.role[me.role]}
              </Text>
            </Group>
            <SwitchButton />
            {footer.map((item) => (
              <SidebarLink key={item.name} {...item} />
            ))}
          </Stack>
        </Stack>
        <div id="content" tabIndex={-1}>
          <div className="banners">
            {principal && <ActingBar principal={principal} />}
            <OfflineBanner />
          </div>
          <UnsentChanges />
          {children}
        </div>
      </div>
      <Group
        component="nav"
        gap={0}
        wrap="nowrap"
        pos="fixed"
        bottom={0}
        left={0}
        right={0}
        style={{ zIndex: 20 }}
        bg="var(--card-background)"
        className="bottom-nav"
        aria-label={messages.app.menu}
      >
        {me.role === 'client' && mayWrite ? tabs.toSpliced(2, 0, <NewRequestLink key="new" />) : tabs}
      </Group>
    </>
  );
}

/** Without the pages of the own account, while the page acts for somebody else. */
const shownNavigation = (items: NavigationItem[]): NavigationItem[] =>
  items.filter(({ to }) => !principal || isPageWhileActing(to));

function Brand() {
  const { name, logo } = useBrand();
  return (
    <Group
      gap="xs"
      px="sm"
      fz="lg"
      fw={600}
      c="var(--text)"
      td="none"
      className="brand"
      renderRoot={(props) => <Link to="/" {...props} />}
    >
      <img src={logo} alt="" height={28} />
      <span>{name}</span>
    </Group>
  );
}

/** The properties of the link to a page of the navigation. */
const linkTo = ({ to, search }: NavigationItem) => ({
  to,
  ...(search && { search }),
  activeOptions: { exact: to === '/', includeSearch: false },
});

function SidebarLink(item: NavigationItem) {
  const messages = useMessages();
  const name = messages.nav[item.name];
  const count = item.useCount?.() ?? 0;
  const shownCount = count > 9 ? '9+' : count; // more digits would leave no room for the name
  return (
    <Group
      gap="sm"
      p="sm"
      fz="sm"
      fw={500}
      td="none"
      wrap="nowrap"
      bdrs="md"
      aria-label={count > 0 ? `${name} ${shownCount}` : name}
      className={item.wideOnly ? 'nav-link wide-only' : 'nav-link'}
      renderRoot={(props) => <Link {...linkTo(item)} {...props} />}
    >
      <Icon icon={item.icon} />
      {/* The space separates it from the count for speech input, which compares what is shown with the name. */}
      <Text span inherit truncate>
        {`${name} `}
      </Text>
      {count > 0 && (
        <Badge flex="none" fz="xs" lts={0} bg="var(--button-background-hover)" c="var(--text)" circle={count < 10}>
          {shownCount}
        </Badge>
      )}
    </Group>
  );
}

/** A page in the navigation of a phone. */
function Tab(item: NavigationItem) {
  const messages = useMessages();
  return (
    <Stack
      gap={2}
      align="center"
      justify="center"
      lts="-0.02em"
      mih={56}
      fz="xs"
      fw={500}
      ta="center"
      td="none"
      className="tab"
      renderRoot={(props) => <Link {...linkTo(item)} {...props} />}
    >
      <Icon icon={item.icon} />
      <span>{messages.nav[item.name]}</span>
    </Stack>
  );
}

/** In reach of the thumb from every page. */
function NewRequestLink() {
  const messages = useMessages();
  return (
    <ActionIcon
      size={48}
      radius="xl"
      aria-label={messages.client.create}
      renderRoot={(props) => <Link to="/tickets/new" {...props} />}
    >
      <Icon icon={IconPlus} size={24} />
    </ActionIcon>
  );
}
