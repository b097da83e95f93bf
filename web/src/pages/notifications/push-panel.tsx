import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { StateText } from '../../features/state-text.tsx';
import { showToast } from '../../lib/toasts.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Note } from '../../ui/note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotificationTexts } from './texts/texts.ts';
import { usePushState, usePushSwitch } from './use-push.ts';

/** Notifications of this browser: whether it shows them, and why it cannot. */
export function PushPanel() {
  const { push: texts } = useNotificationTexts();
  const state = usePushState();
  const [isRefused, setRefused] = useState(false);
  const change = usePushSwitch((next) => {
    setRefused(next === 'off' && change.variables === true);
    if (next === 'on') showToast({ text: texts.turnedOn });
    if (next === 'off' && change.variables === false) showToast({ text: texts.turnedOff });
  });
  if (state === undefined || state === 'unavailable') return null; // the list of channels says that it is not set up
  return (
    <Panel aria-labelledby="push">
      <Title order={2} id="push">
        {texts.title}
      </Title>
      {(state === 'on' || state === 'off') && (
        <StateText color={state === 'on' ? 'done' : 'closed'}>{texts.stateTitles[state]}</StateText>
      )}
      <Text c="dimmed" role="status">
        {texts.states[state]}
      </Text>
      {isRefused && (
        <Note tone="warning" role="alert">
          {texts.notAllowed}
        </Note>
      )}
      <PushError error={change.error} />
      {(state === 'on' || state === 'off') && (
        <div>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {state === 'on' ? texts.turnOff : texts.turnOn}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** The browser tells with a DOMException that it reaches no push service. */
export function PushError({ error }: { error: Error | null }) {
  const { push: texts } = useNotificationTexts();
  if (!(error instanceof DOMException)) return <FormError error={error} />;
  return (
    <Note tone="danger" role="alert">
      {texts.noService}
    </Note>
  );
}
