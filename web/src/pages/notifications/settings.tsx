import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { Form } from '../../components/form.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { Panel } from '../../components/panel.tsx';
import type { NotificationPreferences } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { EventSwitches } from './event-switches.tsx';
import { QuietHoursFields } from './quiet-hours-fields.tsx';

/** What the user is told where and when. */
export function NotificationSettingsPage() {
  const messages = useMessages();
  const preferences = useApiQuery('GET /ext/notifications/preferences');
  const actions = (
    <LinkButton to="/notifications/deliveries" variant="default">
      {messages.notifications.deliveries}
    </LinkButton>
  );
  return (
    <PageLayout title={messages.notifications.settingsTitle} lead={messages.notifications.settingsLead} actions={actions}>
      {preferences.isPending && <ListSkeleton />}
      {preferences.isError && !preferences.data && (
        <ErrorState error={preferences.error} retry={() => void preferences.refetch()} />
      )}
      {preferences.data && <SettingsForm stored={preferences.data} />}
    </PageLayout>
  );
}

function SettingsForm({ stored }: { stored: NotificationPreferences }) {
  const messages = useMessages();
  const [settings, setSettings] = useState(stored);
  const save = useApiMutation('PUT /ext/notifications/preferences', {
    invalidates: ['GET /ext/notifications/preferences'],
    showErrorToast: false,
    onSuccess: () => showToast({ text: messages.notifications.saved }),
  });
  const { channels, ...body } = settings;
  return (
    <Form submit={messages.app.save} onSubmit={() => save.mutate({ body })} isBusy={save.isPending} error={save.error}>
      <Stack gap="lg" maw={760}>
        <Panel>
          <EventSwitches
            channels={channels}
            events={settings.events}
            onChange={(events) => setSettings({ ...settings, events })}
          />
        </Panel>
        <Panel>
          <QuietHoursFields settings={settings} onChange={(changes) => setSettings({ ...settings, ...changes })} />
        </Panel>
      </Stack>
    </Form>
  );
}
