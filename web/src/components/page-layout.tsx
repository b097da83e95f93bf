import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

let isFirstPage = true;

/** The layout of a page behind the login. */
export function PageLayout({ title, lead, actions, wide = false, children }: Props) {
  return (
    <main className={wide ? 'main wide' : 'main'}>
      <div className="page-head">
        <div>
          <Heading>{title}</Heading>
          {lead && <div className="lead">{lead}</div>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** The heading of a page: it sets the title of the tab, and gets the focus after a navigation for screen readers. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Callout`;
  }, [children]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
