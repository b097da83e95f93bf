import { Group, NativeSelect, Switch, Text, TextInput, Title } from '@mantine/core';
import type { NotificationPreferences } from '../../contract/schemas.ts';
import { timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useNotificationTexts } from './texts/texts.ts';

type Settings = Pick<NotificationPreferences, 'quiet_hours' | 'digest' | 'digest_at' | 'timezone'>;

interface Props {
  settings: Settings;
  onChange: (changes: Partial<Settings>) => void;
}

const defaults = { from: '22:00', to: '07:00', urgent_breaks: true };

/** When nothing is sent, and whether a digest is sent instead; times are of the device's time zone when they are set. */
export function QuietHoursFields({ settings: { quiet_hours, digest, digest_at = '07:00', timezone }, onChange }: Props) {
  const messages = useMessages();
  const texts = useNotificationTexts();
  const zone = quiet_hours?.timezone ?? (digest === 'daily' ? (timezone ?? timeZone()) : timeZone());
  return (
    <>
      <Title order={2}>{texts.when}</Title>
      <NativeSelect
        label={texts.digest}
        value={digest}
        data={[
          { value: 'none', label: texts.atOnce },
          { value: 'daily', label: texts.daily },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ digest: currentTarget.value === 'daily' ? 'daily' : 'none', timezone: timeZone() })
        }
      />
      {digest === 'daily' && (
        <TextInput
          type="time"
          required
          label={texts.digestAt}
          value={digest_at}
          onChange={({ currentTarget }) => onChange({ digest_at: currentTarget.value, timezone: timeZone() })}
        />
      )}
      <Switch
        label={texts.quietHours}
        description={texts.quietHoursText}
        checked={quiet_hours !== null}
        onChange={({ currentTarget }) =>
          onChange({ quiet_hours: currentTarget.checked ? { ...defaults, timezone: timeZone() } : null })
        }
      />
      {quiet_hours && (
        <>
          <Group gap="sm">
            <TextInput
              type="time"
              required
              label={texts.from}
              value={quiet_hours.from}
              onChange={({ currentTarget }) => onChange({ quiet_hours: { ...quiet_hours, from: currentTarget.value } })}
            />
            <TextInput
              type="time"
              required
              label={texts.to}
              value={quiet_hours.to}
              onChange={({ currentTarget }) => onChange({ quiet_hours: { ...quiet_hours, to: currentTarget.value } })}
            />
          </Group>
          <Switch
            label={texts.urgentBreaks}
            checked={quiet_hours.urgent_breaks}
            onChange={({ currentTarget }) => onChange({ quiet_hours: { ...quiet_hours, urgent_breaks: currentTarget.checked } })}
          />
        </>
      )}
      {(quiet_hours || digest === 'daily') && (
        <Text size="sm" c="dimmed">
          {messages.app.timeZone(zone)}
        </Text>
      )}
    </>
  );
}
