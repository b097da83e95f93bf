import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { PopoverButton } from '../../components/popover-button.tsx';
import { useMessages } from '../../i18n/locale.ts';

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
  return (
    <span className={value ? 'chip set' : 'chip'}>
      <PopoverButton
        label={value ? `${label}: ${value}` : label}
        icon={
          value ? (
            <span className="one-line">{`${label}: ${value}`}</span>
          ) : (
            [<Icon key="icon" icon={IconPlus} size={16} />, label]
          )
        }
        className="chip-button"
      >
        {children}
      </PopoverButton>
      {value && (
        <button type="button" className="chip-button" aria-label={messages.list.removeFilter(label)} onClick={onClear}>
          <Icon icon={IconX} size={16} />
        </button>
      )}
    </span>
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
    <ul className="option-list">
      {values.map((value) => (
        <li key={value}>
          <button type="button" aria-pressed={value === selected} onClick={() => onSelect(value)}>
            <b>{labels[value]}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}
