import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isCompleteDate } from './url-filters.ts';

interface Props {
  label: string;
  /** the day of the list, as in the address */
  day: string | undefined;
  onPick: (day: string) => void;
}

/** A day as filter. While a year is typed the browser reports the years 2, 20 and 202: the list is not asked for these. */
export function DateFilter({ label, day = '', onPick }: Props) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  function change(next: string): void {
    setTyped(next);
    if (isCompleteDate(next)) onPick(next);
  }
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => typed !== day && onPick(typed)}
    />
  );
}
