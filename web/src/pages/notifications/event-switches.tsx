import { Anchor, Box, Flex, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { NotificationPreferences } from '../../contract/schemas.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useMessengerTexts } from '../messenger/texts/texts.ts';
import { type Channel, isOnSomewhere } from './offered-events.ts';
import { useNotificationTexts } from './texts/texts.ts';
import { usePushState } from './use-push.ts';

type Events = NotificationPreferences['events'];
type Event = keyof Events;

interface Props {
  channels: NotificationPreferences['channels'];
  events: Events;
  onChange: (events: Events) => void;
}

/** The first one needs nothing but this device. */
const channelNames: readonly Channel[] = ['push', 'email', 'messenger'];
const labelStyle = { label: { fontSize: 'var(--mantine-font-size-xs)', lineHeight: '20px', paddingInlineStart: 6 } };

/** A switch for each event and channel that is ready; the other channels say why they are not. */
export function EventSwitches({ channels, events, onChange }: Props) {
  const texts = useNotificationTexts();
  // What is turned on can be turned off, also when its channel has ended.
  const [inUse] = useState(() => channelNames.filter((channel) => isOnSomewhere(events, channel)));
  const shown = channelNames.filter((channel) => channels[channel].ready || inUse.includes(channel));
  const notReady = channelNames.filter((channel) => !channels[channel].ready);
  const set = (event: Event, channel: Channel, isOn: boolean): void => {
    const switches = { messenger: false, email: false, push: false, ...events[event], [channel]: isOn };
    onChange({ ...events, [event]: switches });
  };
  return (
    <>
      <Title order={2}>{texts.what}</Title>
      {notReady.length > 0 && (
        <Stack gap={4}>
          {notReady.map((channel) => (
            <NotReady key={channel} channel={channel} />
          ))}
        </Stack>
      )}
      {shown.length > 0 && (
        <Stack component="ul" gap={0} className="list-rows">
          {(Object.keys(events) as Event[]).map((event) => (
            <Flex component="li" key={event} wrap="wrap" align="center" columnGap="md" py="xs">
              <Text flex="1 1 240px">{texts.events[event]}</Text>
              <Group gap={0}>
                {shown.map((channel) => (
                  <Box key={channel} w={104}>
                    <Switch
                      label={texts.channels[channel]}
                      aria-label={`${texts.events[event]}: ${texts.channels[channel]}`}
                      styles={labelStyle}
                      disabled={!channels[channel].ready && !events[event]?.[channel]}
                      checked={events[event]?.[channel] ?? false}
                      onChange={({ currentTarget }) => set(event, channel, currentTarget.checked)}
                    />
                  </Box>
                ))}
              </Group>
            </Flex>
          ))}
        </Stack>
      )}
    </>
  );
}

function NotReady({ channel }: { channel: Channel }) {
  const texts = useNotificationTexts();
  const isPushUnavailable = usePushState() === 'unavailable';
  return (
    <Text size="sm" c="dimmed">
      {channel === 'push' && isPushUnavailable ? texts.push.states.unavailable : texts.notReady[channel]}{' '}
      {channel === 'messenger' && <ConnectTelegram />}
    </Text>
  );
}

/** Without a bot there is nothing to connect to. */
function ConnectTelegram() {
  const texts = useNotificationTexts();
  const messengerTexts = useMessengerTexts();
  const { role } = useCurrentUser();
  const { data: status } = useApiQuery('GET /auth/messenger');
  if (!status) return null;
  if (!status.enabled && !status.token_configurable) return messengerTexts.noBot(role);
  return (
    <Anchor component={Link} to="/messenger" inherit>
      {texts.connectTelegram}
    </Anchor>
  );
}
