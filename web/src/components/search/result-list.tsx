import { Button, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OptionList, OptionText } from '../option-list.tsx';

export interface Result {
  key: string | number;
  name: string;
  detail?: string | undefined;
  to: NonNullable<LinkProps['to']>;
  params?: Record<string, string>;
  search?: Record<string, string> | undefined;
}

interface Props {
  title: string;
  results: readonly Result[];
  onOpen: () => void;
  /** below the results */
  children?: ReactNode;
}

/** Links to what was found of one kind; nothing when nothing was found. */
export function ResultList({ title, results, onOpen, children }: Props) {
  if (results.length === 0) return null;
  return (
    <Stack component="section" gap={6} aria-label={title}>
      <Text component="h3" size="sm" c="dimmed" fw={650}>
        {title}
      </Text>
      <OptionList>
        {results.map(({ key, name, detail, to, params, search }) => (
          <li key={key}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              onClick={onOpen}
              renderRoot={(props) => <Link to={to} {...(params && { params })} {...(search && { search })} {...props} />}
            >
              <OptionText name={name} detail={detail} />
            </Button>
          </li>
        ))}
      </OptionList>
      {children}
    </Stack>
  );
}
