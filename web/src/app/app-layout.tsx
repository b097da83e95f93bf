import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { UnsentChanges } from '../components/unsent-changes.tsx';
import type { Role } from '../contract/enums.ts';
import type { Messages } from '../i18n/en.ts';
import { useMessages } from '../i18n/locale.ts';
import { useCurrentUser } from '../session/session-store.ts';

interface NavItem {
  to: NonNullable<LinkProps['to']>;
  name: keyof Messages['nav'];
}

const navItems: Record<Role, NavItem[]> = {
  client: [
    { to: '/', name: 'home' },
    { to: '/tickets', name: 'tickets' },
    { to: '/projects', name: 'projects' },
    { to: '/rules', name: 'rules' },
    { to: '/workers', name: 'workers' },
  ],
  worker: [
    { to: '/', name: 'myTickets' },
    { to: '/free', name: 'available' },
  ],
  admin: [
    { to: '/', name: 'board' },
    { to: '/tickets', name: 'tickets' },
    { to: '/users', name: 'users' },
    { to: '/projects', name: 'projects' },
    { to: '/rules', name: 'rules' },
  ],
};

/** The layout of all pages behind the login: banner, navigation and content. */
export function AppLayout({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const links = navItems[me.role].map(({ to, name }) => (
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
            {me.role === 'admin' && (
              <Link to="/health" className="wide-only">
                {messages.nav.health}
              </Link>
            )}
            <Link to="/messenger">{messages.nav.messenger}</Link>
            <Link to="/profile">{messages.nav.profile}</Link>
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
