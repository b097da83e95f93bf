import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { PopoverButton } from '../../ui/popover-button.tsx';

/** How the buttons above the list look. */
export const chipLook = { radius: 'xl', size: 'compact-sm', px: 12, fw: 'normal' } as const;

interface Props {
  label: string;
  children: (close: () => void) => ReactNode;
}

/** Opens the values of a filter beside it. */
export function FilterButton({ label, children }: Props) {
  return (
    <PopoverButton
      label={label}
      button={(props) => (
        <Button {...chipLook} variant="default" leftSection={<Icon icon={IconPlus} size={16} />} {...props}>
          <Text span inherit truncate="end">
            {label}
          </Text>
        </Button>
      )}
    >
      {children}
    </PopoverButton>
  );
}

interface OptionsProps<Value extends string> {
  values: readonly Value[];
  labels: Record<Value, string>;
  selected: readonly string[];
  onSelect: (value: Value) => void;
}

/** The values of a filter with few of them. */
export function ValueOptions<Value extends string>({ values, labels, selected, onSelect }: OptionsProps<Value>) {
  return (
    <OptionList>
      {values.map((value) => (
        <Option key={value} name={labels[value]} isPressed={selected.includes(value)} onSelect={() => onSelect(value)} />
      ))}
    </OptionList>
  );
}

interface ValueProps<Value extends string> extends Omit<OptionsProps<Value>, 'selected'> {
  label: string;
  selected: string | undefined;
}

/** A filter with one value at a time. */
export function ValueFilter<Value extends string>({ label, selected, onSelect, ...options }: ValueProps<Value>) {
  return (
    <FilterButton label={label}>
      {(close) => (
        <ValueOptions
          {...options}
          selected={selected ? [selected] : []}
          onSelect={(value) => {
            onSelect(value);
            close();
          }}
        />
      )}
    </FilterButton>
  );
}
