import { Text } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { PlaceDocument } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { documentReads } from './document-reads.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** Deletes a document with its file, after a confirmation. */
export function DeleteDocumentDialog({ document, onClose }: { document: PlaceDocument; onClose: () => void }) {
  const messages = useMessages();
  const texts = usePlaceTexts().documents;
  const remove = useFormMutation('DELETE /ext/documents/{id}', {
    invalidates: documentReads,
    onSuccess: () => {
      showToast({ text: texts.deleted });
      onClose();
      // The row disappears with its button.
      setTimeout(() => window.document.querySelector('h1')?.focus());
    },
  });
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <Form
        submit={messages.app.delete}
        onSubmit={() => remove.mutate({ params: { id: document.id } })}
        onCancel={onClose}
        mutation={remove}
        isDangerous
      >
        <Text>{document.title}</Text>
        <Text c="dimmed">{texts.deleteText}</Text>
      </Form>
    </Dialog>
  );
}
