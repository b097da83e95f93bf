import { Box, Button, Group, Input, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Webhook } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useWebhookTexts } from './texts/texts.ts';
import { allEvents, type WebhookEvent } from './webhook-event.ts';

const maxUrlLength = 2_048;

/** Creates a webhook, or changes the one that is given. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const messages = useMessages();
  const texts = useWebhookTexts();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const create = useFormMutation('POST /ext/webhooks', { invalidates: ['GET /ext/webhooks'] });
  const change = useFormMutation('PATCH /ext/webhooks/{id}', {
    invalidates: ['GET /ext/webhooks', 'GET /ext/webhooks/{id}'],
    onSuccess: onClose,
  });
  if (create.data) return <SecretDialog title={texts.createdTitle} secret={create.data.secret} onClose={onClose} />;
  function submit(): void {
    const body = { url: url.trim(), events: [...events] };
    if (webhook) change.mutate({ params: { id: webhook.id }, body });
    else create.mutate({ body });
  }
  return (
    <Dialog title={webhook ? texts.editTitle : texts.create} onClose={onClose}>
      <Form
        submit={webhook ? messages.app.save : messages.app.create}
        onSubmit={submit}
        onCancel={onClose}
        isBusy={create.isPending || change.isPending}
        isReady={url.trim() !== '' && events.length > 0}
        alsoMissing={events.length === 0 ? texts.events : undefined}
        error={create.error ?? change.error}
      >
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          type="url"
          required
          maxLength={maxUrlLength}
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventSwitches events={events} onChange={setEvents} />
      </Form>
    </Dialog>
  );
}

interface EventSwitchesProps {
  events: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[]) => void;
}

function EventSwitches({ events, onChange }: EventSwitchesProps) {
  const texts = useWebhookTexts();
  const toggle = (event: WebhookEvent, isOn: boolean): void =>
    onChange(allEvents.filter((one) => (one === event ? isOn : events.includes(one))));
  const areAllOn = events.length === allEvents.length;
  return (
    <Box component="fieldset" m={0} p={0} bd="none" miw={0}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="legend" style={{ float: 'left' }}>
          {texts.events}
        </Input.Label>
        <Button variant="subtle" mr={-12} onClick={() => onChange(areAllOn ? [] : allEvents)}>
          {areAllOn ? texts.selectNone : texts.selectAll}
        </Button>
      </Group>
      <Box display="grid" style={{ gap: 12, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
        {allEvents.map((event) => (
          <Switch
            key={event}
            label={texts.eventNames[event]}
            checked={events.includes(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </Box>
    </Box>
  );
}
