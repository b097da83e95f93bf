import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { FormError } from '../../ui/form-error.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingPanel } from './setting-panel.tsx';
import { TestResult } from './test-result.tsx';
import { useSettingTexts } from './texts/texts.ts';
import { useChanges } from './use-changes.ts';

/** The bot of all accounts without one of their own. */
export function MessengerPanel({ settings }: { settings: Settings }) {
  const texts = useSettingTexts();
  const changes = useChanges(settings);
  const token = settings.messenger_bot_token;
  return (
    <SettingPanel
      id="messenger"
      title={texts.messenger.title}
      text={texts.messenger.text}
      changes={changes}
      isEditable={token.source !== 'environment' && token.is_storable}
      below={token.is_set && !changes.hasChanges && <BotTest />}
    >
      <SettingField
        name="messenger_bot_token"
        settings={settings}
        changes={changes}
        label={texts.messenger.token}
        hint={texts.messenger.hint}
        maxLength={160}
      />
      {token.source === 'stored' && (
        <Group>
          <Button variant="subtle" disabled={changes.isBusy} onClick={() => changes.remove('messenger_bot_token')}>
            {texts.messenger.remove}
          </Button>
        </Group>
      )}
    </SettingPanel>
  );
}

/** Asks the messenger who the bot is, as the page about the health of the service does. */
function BotTest() {
  const texts = useSettingTexts();
  const health = useQuery({ ...apiQuery('GET /ext/health'), enabled: false });
  const messenger = health.isFetching ? undefined : health.data?.messenger;
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={health.isFetching} onClick={() => void health.refetch()}>
          {texts.messenger.test}
        </Button>
      </Group>
      {messenger && <BotState name={messenger.bot_username} reason={messenger.reason} />}
      <FormError error={health.error} />
    </Stack>
  );
}

function BotState({ name, reason }: { name: string; reason: string }) {
  const texts = useSettingTexts();
  if (name === '')
    return <TestResult ok={false} text={reason === 'refused' ? texts.messenger.refused : texts.messenger.unreachable} />;
  if (reason === 'webhook') return <TestResult ok={false} text={texts.messenger.webhook} />;
  return <TestResult ok text={texts.messenger.found(name)} />;
}
