import { TextInput } from '@mantine/core';

/** The name of a person or a thing, as long as the service takes one. */
export function NameField({ label, value, onChange }: { label: string; value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label={label}
      required
      maxLength={200}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
