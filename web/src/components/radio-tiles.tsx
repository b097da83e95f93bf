import type { Icon as TablerIcon } from '@tabler/icons-react';
import { useId } from 'react';
import { Icon } from './icon.tsx';

interface Props<Value extends string> {
  legend: string;
  value: Value | undefined;
  options: readonly Value[];
  labels: Record<Value, string>;
  icons?: Record<Value, TablerIcon>;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like tiles. */
export function RadioTiles<Value extends string>({ legend, value, options, labels, icons, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="radio-tiles">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
            <span>
              {icons && <Icon icon={icons[option]} />}
              {labels[option]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
