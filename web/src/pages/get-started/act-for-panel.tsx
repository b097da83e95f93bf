import { Button, Group, Text, Title } from '@mantine/core';
import { useActingTexts } from '../../features/acting/texts/texts.ts';
import { useSwitch } from '../../features/acting/use-switch.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import type { Principal } from '../../session/acting.ts';
import { Panel } from '../../ui/panel.tsx';
import { useGetStartedTexts } from './texts/texts.ts';

/** What a deputy without requests of its own came for, instead of the first steps of a client. */
export function ActForPanel({ accounts, hide }: { accounts: readonly Principal[]; hide: () => void }) {
  const messages = useMessages();
  const texts = useActingTexts();
  const steps = useGetStartedTexts();
  const switchTo = useSwitch();
  return (
    <Panel mb="xl" aria-labelledby="act-for">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="act-for">
          {messages.nav.actFor}
        </Title>
        <Button variant="subtle" onClick={hide}>
          {steps.hide}
        </Button>
      </Group>
      <Text c="dimmed">{texts.switchText}</Text>
      <Group gap="xs">
        {accounts.map((account) => (
          <Button key={account.id} onClick={() => void switchTo(account)}>
            {texts.actFor(withoutBidirectionalControls(account.name))}
          </Button>
        ))}
      </Group>
    </Panel>
  );
}
