import { Button, PasswordInput, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/panel.tsx';
import type { MessengerStatus } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';

/** Connects or disconnects the user's own bot. */
export function OwnBotPanel({ status }: { status: MessengerStatus }) {
  const messages = useMessages();
  const [token, setToken] = useState('');
  const connect = useApiMutation('POST /auth/messenger/bot', {
    invalidates: ['GET /auth/messenger'],
    showErrorToast: false,
    onSuccess: () => {
      setToken('');
      showToast({ text: messages.messenger.connected });
    },
  });
  const disconnect = useApiMutation('DELETE /auth/messenger/bot', {
    invalidates: ['GET /auth/messenger'],
    onSuccess: () => showToast({ text: messages.messenger.disconnected }),
  });
  return (
    <Panel aria-labelledby="bot">
      <Title order={2} id="bot">
        {messages.messenger.ownBot}
      </Title>
      {status.has_bot_token && (
        <>
          <p>{messages.messenger.ownBotOn(status.bot_username && `@${status.bot_username}`)}</p>
          <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate({})}>
            {messages.messenger.disconnect}
          </Button>
        </>
      )}
      {status.token_configurable ? (
        <Form
          submit={messages.messenger.connect}
          onSubmit={() => connect.mutate({ body: { token: token.trim() } })}
          isBusy={connect.isPending}
          isReady={token.trim() !== ''}
          error={connect.error}
        >
          <PasswordInput
            label={messages.messenger.token}
            description={messages.messenger.ownBotText}
            autoComplete="off"
            visibilityToggleFocusable
            visibilityToggleButtonProps={{ 'aria-label': messages.messenger.showToken }}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        </Form>
      ) : (
        <Text c="dimmed">{messages.messenger.noKey}</Text>
      )}
    </Panel>
  );
}
