import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { UnsentChanges } from '../components/unsent-changes.tsx';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { navigationFor } from './navigation.ts';

/** The layout of all pages behind the login: banner, navigation and content. */
export function AppLayout({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const links = navigationFor(me.role).map(({ to, name }) => (
    <Link key={name} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
      {messages.nav[name]}
    </Link>
  ));
  return (
    <>
      <a className="skip-link" href="#content">
        {messages.app.skip}
      </a>
      <OfflineBanner />
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
            <p className="current-user">
              <b>{me.name}</b>
              {messages.labels.role[me.role]}
            </p>
            {navigationFor(me.role, 'footer').map(({ to, name, wideOnly }) => (
              <Link key={name} to={to} className={wideOnly ? 'wide-only' : undefined}>
                {messages.nav[name]}
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
        {links}
      </nav>
    </>
  );
}
