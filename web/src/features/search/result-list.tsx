import { Button, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OptionList, OptionText } from '../../ui/option-list.tsx';

export interface Result {
  key: string | number;
  name: string;
  detail?: string | undefined;
  /** the page that it opens */
  to?: NonNullable<LinkProps['to']>;
  params?: Record<string, string>;
  search?: Record<string, string> | undefined;
  /** what it does instead */
  run?: () => void;
}

interface Props {
  title: string;
  results: readonly Result[];
  onOpen: () => void;
  /** below the results */
  children?: ReactNode;
}

/** What was found of one kind, as links or buttons; nothing when nothing was found. */
export function ResultList({ title, results, onOpen, children }: Props) {
  if (results.length === 0) return null;
  return (
    <Stack component="section" gap={0} aria-label={title}>
      <Text component="h3" size="sm" c="dimmed" fw={600}>
        {title}
      </Text>
      <OptionList>
        {results.map((result) => (
          <li key={result.key}>
            <ResultButton result={result} onOpen={onOpen} />
          </li>
        ))}
      </OptionList>
      {children}
    </Stack>
  );
}

function ResultButton({ result: { name, detail, to, params, search, run }, onOpen }: { result: Result; onOpen: () => void }) {
  const look = { variant: 'subtle', fullWidth: true, justify: 'flex-start', className: 'search-result' } as const;
  const text = <OptionText name={name} detail={detail} />;
  if (to) {
    return (
      <Button
        {...look}
        onClick={onOpen}
        renderRoot={(props) => <Link to={to} {...(params && { params })} {...(search && { search })} {...props} />}
      >
        {text}
      </Button>
    );
  }
  function runAndClose(): void {
    onOpen();
    run?.();
  }
  return (
    <Button {...look} onClick={runAndClose}>
      {text}
    </Button>
  );
}
