import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { StateText } from '../../features/state-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useTwoFactorTexts } from './texts/texts.ts';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

/** Turns the two-factor authentication of the user on and off. */
export function TwoFactorPanel() {
  const texts = useTwoFactorTexts();
  const me = useApiQuery('GET /ext/me');
  const [dialog, setDialog] = useState<'on' | 'off'>();
  const isOn = me.data?.mfa.totp;
  const close = (): void => setDialog(undefined);
  return (
    <Panel aria-labelledby="two-factor">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="two-factor">
          {texts.title}
        </Title>
        {me.data && (
          <StateText component="span" color={isOn ? 'done' : 'closed'}>
            {isOn ? texts.isOn : texts.isOff}
          </StateText>
        )}
      </Group>
      {me.isPending && <Skeleton height={120} />}
      {me.isError && !me.data && <ErrorState error={me.error} retry={() => void me.refetch()} />}
      {me.data && (
        <>
          <Text c="dimmed">{isOn ? texts.onText : texts.offText}</Text>
          <Button variant="default" onClick={() => setDialog(isOn ? 'off' : 'on')}>
            {isOn ? texts.turnOff : texts.turnOn}
          </Button>
        </>
      )}
      {dialog === 'on' && <TurnOnDialog onClose={close} />}
      {dialog === 'off' && <TurnOffDialog onClose={close} />}
    </Panel>
  );
}
