import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../api/queries.ts';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { useWords } from '../../words/index.ts';

/** Where messages go, chosen by hand; stopping them can be undone. */
export function TargetPanel({ target }: { target: string }) {
  const words = useWords();
  const [text, setText] = useState(target);
  const changes = ['GET /auth/messenger'] as const;
  const save = useSend('PUT /auth/messenger', {
    changes: [...changes],
    quiet: true,
    onDone: () => notify({ text: words.messenger.targetSaved }),
  });
  const restore = useSend('PUT /auth/messenger', { changes: [...changes] });
  const stop = useSend('DELETE /auth/messenger', {
    changes: [...changes],
    onDone: () => notify({ text: words.messenger.stopped, undo: () => restore.mutate({ body: { target } }) }),
  });
  return (
    <section className="panel" aria-labelledby="target">
      <h2 id="target">{words.messenger.target}</h2>
      <Form
        submit={words.app.save}
        onSubmit={() => save.mutate({ body: { target: text.trim() } })}
        isBusy={save.isPending}
        isReady={text.trim() !== ''}
        error={save.error}
      >
        <TextInput
          label={words.messenger.target}
          description={words.messenger.targetHint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      {target && (
        <Button variant="subtle" className="danger" loading={stop.isPending} onClick={() => stop.mutate({})}>
          {words.messenger.stop}
        </Button>
      )}
    </section>
  );
}
