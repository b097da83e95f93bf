import { Box, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBrand } from '../lib/brand.ts';
import { mayWrite } from '../session/acting.ts';

interface Props {
  title: string;
  lead?: ReactNode;
  /** buttons that change something: not shown to whoever may look only */
  actions?: ReactNode;
  /** buttons that change nothing */
  views?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

let isFirstPage = true;

/** The layout of a page behind the login. */
export function PageLayout({ title, lead, actions, views, wide = false, children }: Props) {
  return (
    <Box component="main" className="main" {...(!wide && { maw: 1280 })}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg" className="page-head">
        <div>
          <Heading>{title}</Heading>
          {lead && (
            <Box mt={4} c="dimmed" className="lead">
              {lead}
            </Box>
          )}
        </div>
        {(views || (actions && mayWrite)) && (
          <Group gap="xs">
            {views}
            {mayWrite && actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  );
}

/** The heading of a page: it sets the title of the tab, and gets the focus after a navigation for screen readers. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${children} · ${name}`;
  }, [children, name]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <Title ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
