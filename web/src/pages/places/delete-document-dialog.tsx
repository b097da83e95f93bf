import { Text } from '@mantine/core';
import type { PlaceDocument } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { documentReads } from './document-reads.ts';
import { usePlaceTexts } from './texts/texts.ts';

/** Deletes a document with its file, after a confirmation. */
export function DeleteDocumentDialog({ document, onClose }: { document: PlaceDocument; onClose: () => void }) {
  const messages = useMessages();
  const texts = usePlaceTexts().documents;
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      operation="DELETE /ext/documents/{id}"
      input={{ params: { id: document.id } }}
      invalidates={documentReads}
      submit={messages.app.delete}
      done={texts.deleted}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text>{document.title}</Text>
      <Text c="dimmed">{texts.deleteText}</Text>
    </ConfirmDialog>
  );
}
