import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Heading } from './page-layout.tsx';

/** The layout of the pages that need no session: login and passwords. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="auth-layout">
      <main>
        <Group gap="xs" mb="lg" fz="xl" fw={650} className="brand">
          <img src="/app/icon.svg" alt="" width={40} />
          Callout
        </Group>
        <Heading>{title}</Heading>
        {lead && (
          <Text mt={4} c="dimmed">
            {lead}
          </Text>
        )}
        {children}
      </main>
    </div>
  );
}
