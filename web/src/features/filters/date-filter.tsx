import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isCompleteDate } from '../../lib/calendar-date.ts';

interface Props {
  label: string;
  /** the date in the URL */
  date: string | undefined;
  onChange: (date: string) => void;
}

/** Filters by a date. While a year is typed the browser reports the years 2, 20 and 202: these are not sent to the service. */
export function DateFilter({ label, date = '', onChange }: Props) {
  const [typed, setTyped] = useState(date);
  useEffect(() => setTyped(date), [date]);
  function change(next: string): void {
    setTyped(next);
    if (isCompleteDate(next)) onChange(next);
  }
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => typed !== date && onChange(typed)}
    />
  );
}
