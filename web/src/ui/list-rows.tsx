import { Anchor, type AnchorProps, Box, Button, type ButtonProps, Flex, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, Children, type ReactNode, type Ref } from 'react';
import { mayWrite } from '../session/acting.ts';

/** A list in a frame; nothing without rows. */
export function ListRows({ className = '', children }: { className?: string; children: ReactNode }) {
  if (Children.count(children) === 0) return null;
  return (
    <Paper component="ul" withBorder className={`list-rows ${className}`}>
      {children}
    </Paper>
  );
}

interface ListRowProps {
  picture?: ReactNode;
  name: ReactNode;
  /** beside the name */
  mark?: ReactNode;
  details?: ReactNode;
  /** below the details */
  notes?: ReactNode;
  /** at the end of the row, or below where there is no room */
  children?: ReactNode;
}

/** A row with a name, what is known of it, and what can be done with it. */
export function ListRow({ picture, name, mark, details, notes, children }: ListRowProps) {
  return (
    <Flex component="li" wrap="wrap" align="center" columnGap="md" rowGap={4} px="md" py="sm">
      {/* Beside a picture an e-mail address has room on a phone, because what can be done goes below. */}
      <Group wrap="nowrap" gap="sm" flex={picture ? '1 1 250px' : '1 1 200px'} miw={0}>
        {picture}
        <Box miw={0}>
          <Text span inherit fw={500}>
            {name}
          </Text>{' '}
          {mark}
          {details && (
            <Text size="sm" c="dimmed">
              {details}
            </Text>
          )}
          {notes}
        </Box>
      </Group>
      {children}
    </Flex>
  );
}

/** The buttons that change what a row stands for: their text ends where the text above and below does. */
export function RowActions({ children }: { children: ReactNode }) {
  if (!mayWrite || Children.toArray(children).length === 0) return null;
  return (
    <Group gap={0} mx={-12}>
      {children}
    </Group>
  );
}

interface RowButtonProps extends ButtonProps {
  text: string;
  /** what the row stands for, for screen readers */
  of: string | undefined;
  onClick: () => void;
}

/** A button of a row. */
export function RowButton({ text, of, ...button }: RowButtonProps) {
  return (
    <Button variant="subtle" {...button}>
      {text}
      <VisuallyHidden> {of}</VisuallyHidden>
    </Button>
  );
}

type RowLinkProps = AnchorProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** The name of a row as a link to what it stands for, which covers the row. */
export const RowLink = createLink((props: RowLinkProps) => <Anchor inherit className="card-link" {...props} />);
