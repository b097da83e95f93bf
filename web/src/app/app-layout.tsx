import { ActionIcon, Badge, Box, Button, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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
import { PopoverButton } from '../ui/popover-button.tsx';
import { useIsNarrowest } from '../ui/use-breakpoint.ts';
import { initialsOf, UserAvatar } from '../ui/user-avatar.tsx';
import { navigationFor } from './navigation.ts';

const SignOutItem = lazyPart(async () => (await import('../features/sign-out/sign-out-item.tsx')).SignOutItem);
const SwitchButton = lazyPart(async () => (await import('../features/acting/switch-button.tsx')).SwitchButton);

/** The layout of all pages behind the login: navigation, banner and content. */
export function AppLayout({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const isNarrowest = useIsNarrowest();
  useStartPage();
  const pages = navigationFor(me.role);
  const settings = navigationFor(me.role, 'settings');
  const footer = navigationFor(me.role, 'footer')
    .filter(({ to }) => to !== '/settings' || settings.length > 0)
    .map((item) => (item.to === '/settings' ? { ...item, covers: settings.map(({ to }) => to) } : item));
  const account = navigationFor(me.role, 'account');
  // The head of the narrowest phones has no room for one more icon.
  const isMovedToMenu = ({ to }: NavigationItem): boolean => isNarrowest && to === '/settings';
  const tabs = pages.filter(({ wideOnly }) => !wideOnly).map((item) => <Tab key={item.name} {...item} />);
  const others = pages.filter(({ wideOnly }) => wideOnly);
  return (
    <>
      <Button component="a" pos="fixed" top={8} left={8} style={{ zIndex: 50 }} className="skip-link" href="#content">
        {messages.app.skip}
      </Button>
      <KeyboardShortcuts />
      <div className="app-layout">
        <Stack component="header" justify="space-between" gap="lg" className="sidebar">
          <Stack gap="lg">
            <Stack gap={14} className="brand-row">
              <Brand />
              <SearchButton pages={[...pages, ...footer, ...account, ...settings]} />
            </Stack>
            <Stack component="nav" gap={2} className="wide-only" aria-label={messages.app.menu}>
              {pages.map((item) => (
                <NavLink key={item.name} item={item} />
              ))}
            </Stack>
          </Stack>
          <Stack component="nav" gap={2} className="nav-footer" aria-label={messages.app.account}>
            <SwitchButton />
            <Group wrap="nowrap" gap={2} className="account-row">
              <AccountMenu items={[...account, ...footer.filter(isMovedToMenu)]} />
              {footer
                .filter((item) => !isMovedToMenu(item))
                .map((item) => (
                  <NavLink key={item.name} item={item} hasNoText />
                ))}
            </Group>
          </Stack>
        </Stack>
        <div id="content" tabIndex={-1}>
          <Box pos="sticky" top={0} style={{ zIndex: 20 }}>
            {principal && <ActingBar principal={principal} />}
            <OfflineBanner />
          </Box>
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
        {others.length > 0 && <MoreMenu items={others} />}
      </Group>
    </>
  );
}

function Brand() {
  const { name, logo } = useBrand();
  const isNarrowest = useIsNarrowest();
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      px="sm"
      fz="lg"
      fw={600}
      c="var(--text)"
      td="none"
      className="brand"
      renderRoot={(props) => <Link to="/" {...props} />}
    >
      <img src={logo} alt="" height={28} />
      {isNarrowest ? <VisuallyHidden>{name}</VisuallyHidden> : <span>{name}</span>}
    </Group>
  );
}

/** Whether the current page is one of these, or below one. */
const useIsCovered = (paths: readonly string[] = []): boolean =>
  useRouterState({ select: ({ matches }) => paths.some((path) => matches.at(-1)?.pathname.startsWith(path)) });

/** The properties of the link to a page of the navigation, its name and how much waits there. */
function useNavigationLink({ to, search, name, covers, useCount }: NavigationItem) {
  const messages = useMessages();
  const isCovered = useIsCovered(covers);
  const count = useCount?.() ?? 0;
  const shownCount = count > 9 ? '9+' : String(count); // more digits would leave no room for the name
  const text = messages.nav[name];
  const link = {
    to,
    ...(search && { search }),
    ...(isCovered && { 'aria-current': 'page' as const }),
    activeOptions: { exact: to === '/', includeSearch: false },
    'aria-label': count > 0 ? `${text} ${shownCount}` : text,
  };
  const badge = count > 0 && (
    <Badge flex="none" fz="xs" lts={0} bg="var(--button-background-hover)" c="var(--text)" circle={count < 10}>
      {shownCount}
    </Badge>
  );
  return { link, text, badge };
}

interface NavLinkProps {
  item: NavigationItem;
  hasNoText?: boolean;
  onClick?: () => void;
}

/** A link of the navigation with its icon, name and count. */
export function NavLink({ item, hasNoText = false, onClick }: NavLinkProps) {
  const { link, text, badge } = useNavigationLink(item);
  return (
    <Group
      {...navLook}
      {...(onClick && { onClick })}
      {...(hasNoText && { title: text })}
      renderRoot={(props) => <Link {...link} {...props} />}
    >
      {item.icon && <Icon icon={item.icon} />}
      {/* The space separates it from the count for speech input, which compares what is shown with the name. */}
      {!hasNoText && (
        <Text span inherit truncate>
          {`${text} `}
        </Text>
      )}
      {badge}
    </Group>
  );
}

const navLook = {
  gap: 'sm',
  p: 'sm',
  fz: 'sm',
  fw: 500,
  td: 'none',
  wrap: 'nowrap',
  bdrs: 'md',
  pos: 'relative',
  className: 'nav-link',
} as const;

const tabLook = {
  pos: 'relative',
  flex: '1 1 0',
  miw: 0,
  gap: 2,
  align: 'center',
  justify: 'center',
  lts: '-0.02em',
  mih: 56,
  fz: 'xs',
  fw: 500,
  ta: 'center',
  td: 'none',
  className: 'tab',
} as const;

/** A page in the navigation of a phone. */
function Tab(item: NavigationItem) {
  const { link, text, badge } = useNavigationLink(item);
  return (
    <Stack {...tabLook} renderRoot={(props) => <Link {...link} {...props} />}>
      {item.icon && <Icon icon={item.icon} />}
      <span>{`${text} `}</span>
      {badge}
    </Stack>
  );
}

/** The pages for which the navigation of a phone has no room. */
function MoreMenu({ items }: { items: NavigationItem[] }) {
  const messages = useMessages();
  const isCurrent = useIsCovered(items.map(({ to }) => to));
  return (
    <PopoverButton
      label={messages.app.more}
      button={(props) => (
        <Stack
          {...tabLook}
          {...(isCurrent && { 'aria-current': 'page' })}
          renderRoot={(look) => <UnstyledButton {...look} {...props} />}
        >
          <Icon icon={IconDots} />
          <span>{messages.app.more}</span>
        </Stack>
      )}
    >
      {(close) => items.map((item) => <NavLink key={item.name} item={item} onClick={close} />)}
    </PopoverButton>
  );
}

const accountLook = { gap: 'xs', p: 'xs', flex: 1, miw: 0, wrap: 'nowrap', bdrs: 'md' } as const;

/** The name of the user, which opens what belongs to the account: nothing while the page acts for somebody. */
function AccountMenu({ items }: { items: NavigationItem[] }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const role = messages.labels.role[me.role];
  const name = (
    <>
      <UserAvatar {...me} size={32} />{' '}
      <Text span size="sm" c="dimmed" ta="start" lh="xs" className="wide-only">
        <Text component="b" size="sm" c="var(--text)" fw={600} lineClamp={2}>
          {me.name}
        </Text>{' '}
        {role}
      </Text>
    </>
  );
  if (principal && items.length === 0)
    return (
      <Group {...accountLook} className="current-user">
        {name}
      </Group>
    );
  return (
    <PopoverButton
      label={`${initialsOf(me.name)} ${me.name} ${role}`} // as it is shown, for speech input
      button={(props) => (
        <Group {...accountLook} className="nav-link current-user" renderRoot={(look) => <UnstyledButton {...look} {...props} />}>
          {name}
        </Group>
      )}
    >
      {(close) => (
        <>
          {items.map((item) => (
            <NavLink key={item.name} item={item} onClick={close} />
          ))}
          {!principal && <SignOutItem onClick={close} />}
        </>
      )}
    </PopoverButton>
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
