import { Button, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useFormMutation } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMessengerTexts } from './texts/texts.ts';

/** The chat that gets the messages. Removing it can be undone. */
export function NotificationChatPanel({ target }: { target: string }) {
  const messages = useMessages();
  const texts = useMessengerTexts();
  const [text, setText] = useState(target);
  const invalidates = ['GET /auth/messenger'] as const;
  const save = useFormMutation('PUT /auth/messenger', {
    invalidates: [...invalidates],
    onSuccess: () => showToast({ text: texts.targetSaved }),
  });
  const restore = useApiMutation('PUT /auth/messenger', { invalidates: [...invalidates] });
  const stop = useApiMutation('DELETE /auth/messenger', {
    invalidates: [...invalidates],
    onSuccess: () => showToast({ text: texts.stopped, undo: () => restore.mutate({ body: { target } }) }),
  });
  return (
    <Panel aria-labelledby="target">
      <Title order={2} id="target">
        {messages.messenger.target}
      </Title>
      <Form
        submit={messages.app.save}
        onSubmit={() => save.mutate({ body: { target: text.trim() } })}
        mutation={save}
        isReady={text.trim() !== ''}
      >
        <TextInput
          label={messages.messenger.target}
          description={texts.targetHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      {target && (
        <Button variant="subtle" color="red" loading={stop.isPending} onClick={() => stop.mutate({})}>
          {texts.stop}
        </Button>
      )}
    </Panel>
  );
}
