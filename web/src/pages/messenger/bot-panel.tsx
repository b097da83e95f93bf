import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { MessengerStatus } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { useWords } from '../../words/index.ts';

export function BotPanel({ status }: { status: MessengerStatus }) {
  const words = useWords();
  const [token, setToken] = useState('');
  const connect = useSend('POST /auth/messenger/bot', {
    changes: ['GET /auth/messenger'],
    quiet: true,
    onDone: () => {
      setToken('');
      notify({ text: words.messenger.connected });
    },
  });
  const disconnect = useSend('DELETE /auth/messenger/bot', {
    changes: ['GET /auth/messenger'],
    onDone: () => notify({ text: words.messenger.disconnected }),
  });
  return (
    <section className="panel" aria-labelledby="bot">
      <h2 id="bot">{words.messenger.ownBot}</h2>
      {status.has_bot_token && (
        <>
          <p>{words.messenger.ownBotOn(status.bot_username && `@${status.bot_username}`)}</p>
          <Button variant="default" loading={disconnect.isPending} onClick={() => disconnect.mutate({})}>
            {words.messenger.disconnect}
          </Button>
        </>
      )}
      {status.token_configurable ? (
        <Form
          submit={words.messenger.connect}
          onSubmit={() => connect.mutate({ body: { token: token.trim() } })}
          isBusy={connect.isPending}
          isReady={token.trim() !== ''}
          error={connect.error}
        >
          <PasswordInput
            label={words.messenger.token}
            description={words.messenger.ownBotText}
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        </Form>
      ) : (
        <p className="muted">{words.messenger.noKey}</p>
      )}
    </section>
  );
}
