import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

let isFirst = true;

/** A page behind the login: its name in the tab and, after a change of page, under the focus. */
export function Page({ title, lead, actions, wide = false, children }: Props) {
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

export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Callout`;
  }, [children]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
