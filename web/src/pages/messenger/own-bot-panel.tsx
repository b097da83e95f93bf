import { Button, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useFormMutation } from '../../api/queries.ts';
import type { MessengerStatus } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMessengerTexts } from './texts/texts.ts';

/** Connects or disconnects the user's own bot. */
export function OwnBotPanel({ status }: { status: MessengerStatus }) {
  const messages = useMessages();
  const texts = useMessengerTexts();
  const [token, setToken] = useState('');
  const connect = useFormMutation('POST /auth/messenger/bot', {
    invalidates: ['GET /auth/messenger'],
    onSuccess: () => {
      setToken('');
      showToast({ text: texts.connected });
    },
  });
  const disconnect = useApiMutation('DELETE /auth/messenger/bot', {
    invalidates: ['GET /auth/messenger'],
    onSuccess: () => showToast({ text: texts.disconnected }),
  });
  return (
    <Panel aria-labelledby="bot">
      <Title order={2} id="bot">
        {texts.ownBot}
      </Title>
      {status.has_bot_token && (
        <>
          <p>{texts.ownBotOn(status.bot_username && `@${status.bot_username}`)}</p>
          <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate({})}>
            {texts.disconnect}
          </Button>
        </>
      )}
      {status.token_configurable ? (
        <Form
          submit={texts.connect}
          onSubmit={() => connect.mutate({ body: { token: token.trim() } })}
          mutation={connect}
          isReady={token.trim() !== ''}
        >
          <PasswordInput
            label={messages.messenger.token}
            description={texts.ownBotText}
            autoComplete="off"
            visibilityToggleFocusable
            visibilityToggleButtonProps={{ 'aria-label': texts.showToken }}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        </Form>
      ) : (
        <Text c="dimmed">{texts.noKey}</Text>
      )}
    </Panel>
  );
}
