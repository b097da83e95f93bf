import { Center, Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand } from '../lib/brand.ts';
import { Heading } from './page-layout.tsx';

/** The layout of the pages that need no session: login and passwords. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { name, logo } = useBrand();
  return (
    <Center mih="100dvh" px="md" py="xl">
      <Stack component="main" w="100%" maw={400}>
        <Group gap="xs" fz="xl" fw={650} className="brand">
          <img src={logo} alt="" height={40} />
          {name}
        </Group>
        <div>
          <Heading>{title}</Heading>
          {lead && (
            <Text mt={4} c="dimmed">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Center>
  );
}

/** A link to another of these pages, below the form. */
export function AuthLink({ to, children }: { to: LinkProps['to']; children: string }) {
  return (
    <Text ta="center">
      <Link to={to}>{children}</Link>
    </Text>
  );
}
