import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { KeyboardShortcuts } from '../components/keyboard-shortcuts/keyboard-shortcuts.tsx';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { UnsentChanges } from '../components/unsent-changes.tsx';
import { UserAvatar } from '../components/user-avatar.tsx';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { navigationFor } from './navigation.ts';

/** The layout of all pages behind the login: banner, navigation and content. */
export function AppLayout({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const links = navigationFor(me.role).map(({ to, search, name, icon }) => (
    <Link key={name} to={to} {...(search && { search })} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <Icon icon={icon} />
      <span>{messages.nav[name]}</span>
    </Link>
  ));
  return (
    <>
      <a className="skip-link" href="#content">
        {messages.app.skip}
      </a>
      <OfflineBanner />
      <KeyboardShortcuts />
      <div className="app-layout">
        <header className="sidebar">
          <Link to="/" className="brand">
            <img src="/app/icon.svg" alt="" />
            Callout
          </Link>
          <nav className="nav" aria-label={messages.app.menu}>
            {links}
          </nav>
          <nav className="nav nav-footer" aria-label={messages.app.more}>
            <div className="current-user">
              <UserAvatar {...me} size={32} />
              <p>
                <b>{me.name}</b>
                {messages.labels.role[me.role]}
              </p>
            </div>
            {navigationFor(me.role, 'footer').map(({ to, name, icon, wideOnly }) => (
              <Link key={name} to={to} className={wideOnly ? 'wide-only' : undefined}>
                <Icon icon={icon} />
                <span>{messages.nav[name]}</span>
              </Link>
            ))}
          </nav>
        </header>
        <div id="content" tabIndex={-1}>
          <UnsentChanges />
          {children}
        </div>
      </div>
      <nav className="bottom-nav" aria-label={messages.app.menu}>
        {me.role === 'client' ? links.toSpliced(2, 0, <NewRequestLink key="new" />) : links}
      </nav>
    </>
  );
}

/** In reach of the thumb from every page. */
function NewRequestLink() {
  const messages = useMessages();
  return (
    <Link to="/tickets/new" className="new-request" aria-label={messages.client.create}>
      <Icon icon={IconPlus} size={24} />
    </Link>
  );
}
