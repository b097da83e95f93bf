import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Options one below the other, of which one is selected by a click. */
export function OptionList({ children }: { children: ReactNode }) {
  return (
    <Stack component="ul" gap={0} mt="xs" mx={-12} className="option-list">
      {children}
    </Stack>
  );
}

interface Props {
  name: string;
  detail?: string;
  left?: ReactNode;
  right?: ReactNode;
  isDisabled?: boolean;
  /** whether it is the value that is set; undefined where no value is set yet */
  isPressed?: boolean;
  onSelect: () => void;
}

export function Option({ name, detail, left, right, isDisabled, isPressed, onSelect }: Props) {
  return (
    <li>
      <Button
        variant={isPressed ? 'light' : 'subtle'}
        fullWidth
        justify="flex-start"
        leftSection={left}
        rightSection={right}
        disabled={isDisabled}
        aria-pressed={isPressed}
        onClick={onSelect}
      >
        <OptionText name={name} detail={detail} />
      </Button>
    </li>
  );
}

/** What an option, or a link that looks like one, says. */
export function OptionText({ name, detail }: { name: string; detail: string | undefined }) {
  return (
    <>
      <Text span size="md" ta="start">
        {name}
      </Text>
      {detail && (
        <Text span size="sm" ta="start" c="dimmed">
          {detail}
        </Text>
      )}
    </>
  );
}
