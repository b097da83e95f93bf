import { Textarea } from '@mantine/core';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { Building } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useProjectTexts } from './texts/texts.ts';

interface Props {
  object: Building;
  onClose: () => void;
}

/** Changes the notes of an object. */
export function ObjectNotesDialog({ object, onClose }: Props) {
  const notes = useApiQuery('GET /ext/objects/{id}/notes', { params: { id: object.id } });
  return (
    <Dialog title={isolateName(object.name)} onClose={onClose}>
      <QueryState query={notes} height={56} />
      {notes.data && <ObjectNotesForm object={object} saved={notes.data.text} onClose={onClose} />}
    </Dialog>
  );
}

function ObjectNotesForm({ object, saved, onClose }: Props & { saved: string }) {
  const texts = useProjectTexts();
  const messages = useMessages();
  const [text, setText, clear] = useEditDraft(`object-notes:${object.id}`, saved);
  const save = useFormMutation('PUT /ext/objects/{id}/notes', {
    invalidates: ['GET /ext/objects/{id}/notes'],
    onSuccess: () => {
      clear();
      showToast({ text: messages.app.saved });
      onClose();
    },
  });
  return (
    <Form
      submit={messages.app.save}
      onSubmit={() => save.mutate({ params: { id: object.id }, body: { text: text.trim() } })}
      onCancel={onClose}
      mutation={save}
    >
      <Textarea
        label={messages.ticket.objectNotes}
        description={texts.objectNotesHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Form>
  );
}
