import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Snippet } from '../../contract/schemas.ts';
import { useSnippetTexts } from '../../features/snippets/texts/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

const kinds: readonly Snippet['kind'][] = ['comment', 'reject', 'cancel', 'hold', 'hand_back', 'request'];
const maxTitleLength = 100;
const maxTextLength = 4_000;

/** Creates a snippet, or changes the one that is given. Admins share. */
export function SnippetDialog({ snippet, onClose }: { snippet?: Snippet; onClose: () => void }) {
  const messages = useMessages();
  const texts = useSnippetTexts();
  const { role } = useCurrentUser();
  const { id, ...saved } = snippet ?? { kind: 'comment', title: '', text: '', shared: false };
  const [draft, setDraft] = useState<Omit<Snippet, 'id'>>(saved);
  const set = (part: Partial<Snippet>): void => setDraft({ ...draft, ...part });
  const options = {
    invalidates: ['GET /ext/snippets' as const],
    onSuccess: () => {
      showToast({ text: texts.saved });
      onClose();
    },
  };
  const create = useFormMutation('POST /ext/snippets', options);
  const change = useFormMutation('PATCH /ext/snippets/{id}', options);
  function submit(): void {
    const { kind, shared } = draft;
    const isShared = role === 'admin' && { shared };
    const body = { kind, title: draft.title.trim(), text: draft.text.trim(), ...isShared };
    if (id !== undefined) change.mutate({ params: { id }, body });
    else create.mutate({ body });
  }
  return (
    <Dialog title={snippet ? texts.edit : texts.create} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={submit}
        onCancel={onClose}
        mutation={[create, change]}
        isReady={draft.title.trim() !== '' && draft.text.trim() !== ''}
      >
        <TextInput
          label={texts.snippetTitle}
          required
          maxLength={maxTitleLength}
          autoComplete="off"
          value={draft.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.kind}
          value={draft.kind}
          data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(event) => set({ kind: kinds.find((one) => one === event.currentTarget.value) ?? draft.kind })}
        />
        <Textarea
          label={texts.text}
          required
          rows={5}
          maxLength={maxTextLength}
          value={draft.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        {role === 'admin' && (
          <Switch
            label={texts.shared}
            description={texts.sharedText}
            checked={draft.shared}
            onChange={(event) => set({ shared: event.currentTarget.checked })}
          />
        )}
      </Form>
    </Dialog>
  );
}
