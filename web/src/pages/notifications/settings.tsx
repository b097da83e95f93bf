import { Stack } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { NotificationPreferences } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { InstallPanel } from '../installed/install-panel.tsx';
import { EventSwitches } from './event-switches.tsx';
import { PushPanel } from './push-panel.tsx';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import { useNotificationTexts } from './texts/texts.ts';

/** What the user is told where and when. */
export function NotificationSettingsPage() {
  const texts = useNotificationTexts();
  const { role } = useCurrentUser();
  const preferences = useApiQuery('GET /ext/notifications/preferences');
  const hasEvents = preferences.data && Object.keys(preferences.data.events).length > 0;
  const actions = (
    <LinkButton to="/notifications/deliveries" variant="default">
      {texts.deliveries}
    </LinkButton>
  );
  return (
    <PageLayout title={texts.settingsTitle} lead={hasEvents && texts.settingsLead} actions={actions}>
      <QueryState query={preferences} />
      {preferences.data && !hasEvents && (
        <EmptyState icon={IconBell} title={texts.nothingToSet}>
          {texts.noneFor[role]}
        </EmptyState>
      )}
      {preferences.data && hasEvents && (
        <Stack gap="xs" maw={860}>
          <PushPanel />
          <InstallPanel hintsAtHomeScreen={false} /> {/* the panel above says it */}
          <SettingsForm stored={preferences.data} />
        </Stack>
      )}
    </PageLayout>
  );
}

function SettingsForm({ stored }: { stored: NotificationPreferences }) {
  const messages = useMessages();
  const texts = useNotificationTexts();
  const { channels, ...storedSettings } = stored;
  const [settings, setSettings] = useState(storedSettings);
  const save = useFormMutation('PUT /ext/notifications/preferences', {
    invalidates: ['GET /ext/notifications/preferences'],
    onSuccess: () => showToast({ text: texts.saved }),
  });
  return (
    <Form submit={messages.app.save} onSubmit={() => save.mutate({ body: settings })} mutation={save}>
      <Panel>
        <EventSwitches channels={channels} events={settings.events} onChange={(events) => setSettings({ ...settings, events })} />
      </Panel>
      <Panel>
        <QuietHoursFields settings={settings} onChange={(changes) => setSettings({ ...settings, ...changes })} />
      </Panel>
    </Form>
  );
}
