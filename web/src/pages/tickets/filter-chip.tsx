import { Button, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Option, OptionList } from '../../components/option-list.tsx';
import { PopoverButton } from '../../components/popover-button.tsx';
import { useMessages } from '../../i18n/locale.ts';

/** How the button of a chip looks. */
export const chipLook = { radius: 'xl', size: 'compact-sm', px: 12, fw: 'normal' } as const;

interface Props {
  label: string;
  /** the name of the value that is set */
  value: string | undefined;
  onClear: () => void;
  children: (close: () => void) => ReactNode;
}

/** A filter of the list: its name, or the value that is set with a button that removes it. */
export function FilterChip({ label, value, onClear, children }: Props) {
  const messages = useMessages();
  const text = value ? `${label}: ${value}` : label;
  const chip = (
    <PopoverButton
      label={text}
      button={(props) => (
        <Button
          {...chipLook}
          variant={value ? 'light' : 'default'}
          leftSection={!value && <Icon icon={IconPlus} size={16} />}
          {...props}
        >
          <Text span inherit truncate="end">
            {text}
          </Text>
        </Button>
      )}
    >
      {children}
    </PopoverButton>
  );
  if (!value) return chip;
  return (
    <Button.Group>
      {chip}
      <Button {...chipLook} px={10} variant="light" aria-label={messages.list.removeFilter(label)} onClick={onClear}>
        <Icon icon={IconX} size={16} />
      </Button>
    </Button.Group>
  );
}

interface OptionsProps<Value extends string> {
  values: readonly Value[];
  labels: Record<Value, string>;
  selected: string | undefined;
  onSelect: (value: Value) => void;
}

/** The values of a filter with few of them. */
export function ChipOptions<Value extends string>({ values, labels, selected, onSelect }: OptionsProps<Value>) {
  return (
    <OptionList>
      {values.map((value) => (
        <Option key={value} name={labels[value]} isPressed={value === selected} onSelect={() => onSelect(value)} />
      ))}
    </OptionList>
  );
}
