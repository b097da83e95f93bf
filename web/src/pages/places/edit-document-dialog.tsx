import { useFormMutation } from '../../api/queries.ts';
import type { PlaceDocument } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { DocumentFields } from './document-fields.tsx';
import { documentReads } from './document-reads.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** Changes what people say of a document; another file is another document. */
export function EditDocumentDialog({ document, onClose }: { document: PlaceDocument; onClose: () => void }) {
  const messages = useMessages();
  const texts = usePlaceTexts().documents;
  const { id, title, expires_on } = document;
  const [fields, setFields, clear] = useEditDraft(`document:${id}`, { title, expires_on: expires_on ?? '' });
  const change = useFormMutation('PATCH /ext/documents/{id}', {
    invalidates: documentReads,
    onSuccess: () => {
      clear();
      showToast({ text: messages.app.saved });
      onClose();
    },
  });
  const body = { title: fields.title.trim(), expires_on: fields.expires_on || null };
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={() => change.mutate({ params: { id }, body })}
        onCancel={onClose}
        mutation={change}
        isReady={body.title !== ''}
      >
        <DocumentFields fields={fields} onChange={setFields} />
      </Form>
    </Dialog>
  );
}
