import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OfflineStrip } from './parts/offline-strip.tsx';
import { Unsent } from './parts/unsent.tsx';
import { useMe } from './session/store.ts';
import type { Dictionary } from './words/en.ts';
import { useWords } from './words/index.ts';
import type { Role } from './words/labels.ts';

interface Place {
  to: NonNullable<LinkProps['to']>;
  name: keyof Dictionary['nav'];
}

const places: Record<Role, Place[]> = {
  client: [
    { to: '/', name: 'home' },
    { to: '/tickets', name: 'tickets' },
    { to: '/projects', name: 'projects' },
    { to: '/rules', name: 'rules' },
    { to: '/workers', name: 'workers' },
  ],
  worker: [
    { to: '/', name: 'mine' },
    { to: '/free', name: 'free' },
  ],
  admin: [
    { to: '/', name: 'board' },
    { to: '/tickets', name: 'tickets' },
    { to: '/users', name: 'users' },
    { to: '/projects', name: 'projects' },
    { to: '/rules', name: 'rules' },
  ],
};

export function Shell({ children }: { children: ReactNode }) {
  const words = useWords();
  const me = useMe();
  const links = places[me.role].map(({ to, name }) => (
    <Link key={name} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
      {words.nav[name]}
    </Link>
  ));
  return (
    <>
      <a className="skip" href="#content">
        {words.app.skip}
      </a>
      <OfflineStrip />
      <div className="shell">
        <header className="rail">
          <Link to="/" className="brand">
            <img src="/app/icon.svg" alt="" />
            Callout
          </Link>
          <nav className="nav" aria-label={words.app.menu}>
            {links}
          </nav>
          <nav className="nav foot" aria-label={words.app.more}>
            <p className="who">
              <b>{me.name}</b>
              {words.labels.role[me.role]}
            </p>
            {me.role === 'admin' && (
              <Link to="/health" className="wide-only">
                {words.nav.health}
              </Link>
            )}
            <Link to="/messenger">{words.nav.messenger}</Link>
            <Link to="/profile">{words.nav.profile}</Link>
          </nav>
        </header>
        <div id="content" tabIndex={-1}>
          <Unsent />
          {children}
        </div>
      </div>
      <nav className="bottom" aria-label={words.app.menu}>
        {links}
      </nav>
    </>
  );
}
