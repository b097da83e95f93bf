import type { ReactNode } from 'react';
import { Heading } from './page-layout.tsx';

/** The layout of the pages that need no session: login and passwords. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="auth-layout">
      <main>
        <p className="brand">
          <img src="/app/icon.svg" alt="" />
          Callout
        </p>
        <Heading>{title}</Heading>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
