import { Anchor, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { NotificationPreferences } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';

type Events = NotificationPreferences['events'];
type Event = keyof Events;
type Channel = keyof NotificationPreferences['channels'];

interface Props {
  channels: NotificationPreferences['channels'];
  events: Events;
  onChange: (events: Events) => void;
}

/** A switch for each event and channel; channels that do not work say why. */
export function EventSwitches({ channels, events, onChange }: Props) {
  const messages = useMessages();
  const names = Object.keys(channels) as Channel[];
  const set = (event: Event, channel: Channel, isOn: boolean): void => {
    const switches = { messenger: false, email: false, push: false, ...events[event], [channel]: isOn };
    onChange({ ...events, [event]: switches });
  };
  return (
    <>
      <Title order={2}>{messages.notifications.what}</Title>
      {names.map((channel) => !channels[channel].ready && <NotReady key={channel} channel={channel} />)}
      <Stack component="ul" gap="sm">
        {(Object.keys(events) as Event[]).map((event) => (
          <Group component="li" key={event} justify="space-between" gap="xs">
            <Text id={`event-${event}`} flex="1 1 220px">
              {messages.notifications.events[event]}
            </Text>
            <Group gap="md">
              {names.map((channel) => (
                <Switch
                  key={channel}
                  label={messages.notifications.channels[channel]}
                  aria-label={`${messages.notifications.events[event]}: ${messages.notifications.channels[channel]}`}
                  disabled={!channels[channel].ready && !events[event]?.[channel]}
                  checked={events[event]?.[channel] ?? false}
                  onChange={({ currentTarget }) => set(event, channel, currentTarget.checked)}
                />
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </>
  );
}

function NotReady({ channel }: { channel: Channel }) {
  const messages = useMessages();
  return (
    <Text size="sm" c="dimmed">
      {messages.notifications.notReady[channel]}{' '}
      {channel === 'messenger' && (
        <Anchor component={Link} to="/messenger" inherit>
          {messages.messenger.bind}
        </Anchor>
      )}
    </Text>
  );
}
