import { useId } from 'react';

interface Props<Value extends string> {
  legend: string;
  value: Value | undefined;
  options: readonly Value[];
  labels: Record<Value, string>;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like tiles. */
export function RadioTiles<Value extends string>({ legend, value, options, labels, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="radio-tiles">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
            <span>{labels[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
