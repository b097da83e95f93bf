import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Channel, isOnSomewhere, withSensibleEvents } from './offered-events.ts';
import { PushError } from './push-panel.tsx';
import { useNotificationTexts } from './texts/texts.ts';
import type { OfferOccasion } from './use-offer-hidden.ts';
import { usePushState, usePushSwitch } from './use-push.ts';

interface Props {
  occasion: OfferOccasion;
  hide: () => void;
}

/** The channels that are ready, to be turned on for the events that matter to the role. Nothing when the user has done that. */
export function OfferCard({ occasion, hide }: Props) {
  const texts = useNotificationTexts();
  const navigate = useNavigate();
  const { role } = useCurrentUser();
  const preferences = useApiQuery('GET /ext/notifications/preferences').data;
  const messenger = useApiQuery('GET /auth/messenger').data;
  const pushState = usePushState();
  const [chosen, setChosen] = useState<Partial<Record<Channel, boolean>>>({});
  const openSettings = (): void => void navigate({ to: '/notifications/settings' });
  const save = useFormMutation('PUT /ext/notifications/preferences', {
    invalidates: ['GET /ext/notifications/preferences'],
    onSuccess: () => {
      hide();
      showToast({ text: texts.offer.turnedOn, action: { label: texts.offer.change, run: openSettings } });
    },
  });
  const push = usePushSwitch();
  if (role === 'admin' || !preferences || !messenger || pushState === undefined) return null;
  const { channels, ...settings } = preferences;
  const isAnswered = occasion === 'chat' ? isOnSomewhere(settings.events, 'messenger') : isOnSomewhere(settings.events);
  if (isAnswered || Object.keys(settings.events).length === 0) return null;
  const ready = (
    [
      ['push', pushState === 'on' || pushState === 'off'],
      ['email', channels.email.ready],
      ['messenger', channels.messenger.ready],
    ] as const
  )
    .filter(([, isReady]) => isReady)
    .map(([channel]) => channel);
  if (occasion === 'chat' && !channels.messenger.ready) return null;
  const canConnect = !channels.messenger.ready && messenger.enabled;
  const needsHomeScreen = pushState === 'needsHomeScreen';
  if (ready.length === 0 && !canConnect && !needsHomeScreen) return null;
  // More than one channel would send everything twice. The chat that was just connected is meant to be used.
  const first = occasion === 'chat' ? 'messenger' : ready[0];
  const isOn = (channel: Channel): boolean => chosen[channel] ?? channel === first;
  const turnedOn = ready.filter(isOn);
  async function turnOn(): Promise<void> {
    if (turnedOn.includes('push') && (await push.mutateAsync(true)) !== 'on') return setChosen({ ...chosen, push: false });
    save.mutate({ body: withSensibleEvents(settings, role, turnedOn) });
  }
  const isRefused = push.data !== undefined && push.data !== 'on';
  return (
    <Panel aria-labelledby="offer" mb="xl">
      <Title order={2} id="offer">
        {texts.offer.title}
      </Title>
      <Text c="dimmed">{texts.offer.text[role]}</Text>
      {needsHomeScreen && <Note tone="accent">{texts.push.states.needsHomeScreen}</Note>}
      {ready.map((channel) => (
        <Switch
          key={channel}
          label={channel === 'push' ? texts.push.title : texts.channels[channel]}
          checked={isOn(channel)}
          onChange={({ currentTarget }) => setChosen({ ...chosen, [channel]: currentTarget.checked })}
        />
      ))}
      {isRefused && (
        <Note tone="warning" role="alert">
          {push.data === 'off' ? texts.push.notAllowed : texts.push.states[push.data ?? 'off']}
        </Note>
      )}
      <PushError error={push.error} />
      <FormError error={save.error} />
      <Group gap="xs">
        {ready.length > 0 && (
          <Button
            disabled={turnedOn.length === 0}
            loading={push.isPending || save.isPending}
            onClick={() => void turnOn().catch(() => {})} // the error is shown above
          >
            {texts.offer.turnOn}
          </Button>
        )}
        {canConnect && (
          <LinkButton to="/messenger" variant={ready.length > 0 ? 'default' : 'filled'}>
            {texts.connectTelegram}
          </LinkButton>
        )}
        <Button variant="subtle" onClick={hide}>
          {texts.offer.dismiss}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {texts.offer.settingsHint}
      </Text>
    </Panel>
  );
}
