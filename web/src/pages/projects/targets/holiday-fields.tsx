import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../i18n/dates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useTargetTexts } from './texts/texts.ts';

const maxHolidays = 100;

/** Days without work. @param days as YYYY-MM-DD */
export function HolidayFields({ days, onChange }: { days: string[]; onChange: (days: string[]) => void }) {
  const texts = useTargetTexts();
  const [day, setDay] = useState('');
  // At noon, so that no time zone makes it another day.
  const nameOf = (date: string): string => formatDay(`${date}T12:00:00`);
  return (
    <Fieldset miw={0} legend={<b>{texts.holidays}</b>}>
      <Stack gap="sm">
        {days.length > 0 && (
          <Group component="ul" gap="xs" p={0} m={0}>
            {days.map((date) => (
              <li key={date}>
                <Button
                  variant="default"
                  rightSection={<Icon icon={IconX} size={16} />}
                  aria-label={texts.removeHoliday(nameOf(date))}
                  onClick={() => onChange(days.filter((other) => other !== date))}
                >
                  {nameOf(date)}
                </Button>
              </li>
            ))}
          </Group>
        )}
        {days.length < maxHolidays && (
          <Group gap="xs" align="flex-end">
            <TextInput
              flex={1}
              type="date"
              label={texts.holiday}
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={day === ''}
              onClick={() => {
                onChange([...new Set([...days, day])].sort());
                setDay('');
              }}
            >
              {texts.addHoliday}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
