import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Snippet } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { useSnippetTexts } from '../../features/snippets/texts/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ListRow, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { Tag } from '../../ui/tag.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';

/** A snippet, which its owner changes, and admins a shared one. */
export function SnippetRow({ snippet }: { snippet: Snippet }) {
  const messages = useMessages();
  const texts = useSnippetTexts();
  const me = useCurrentUser();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const { kind, title, text, shared } = snippet;
  const close = (): void => setDialog(undefined);
  return (
    <ListRow
      name={title}
      mark={shared && <Tag>{texts.shared}</Tag>}
      details={texts.kinds[kind]}
      notes={
        <Text size="sm" className="description" lineClamp={3}>
          {text}
        </Text>
      }
    >
      {(!shared || me.role === 'admin') && (
        <RowActions>
          <RowButton text={messages.app.edit} of={title} c="dimmed" onClick={() => setDialog('edit')} />
          <RowButton text={texts.remove} of={title} c="dimmed" onClick={() => setDialog('delete')} />
        </RowActions>
      )}
      {dialog === 'edit' && <SnippetDialog snippet={snippet} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog snippet={snippet} onClose={close} />}
    </ListRow>
  );
}

function DeleteDialog({ snippet: { id, title, shared }, onClose }: { snippet: Snippet; onClose: () => void }) {
  const texts = useSnippetTexts();
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      operation="DELETE /ext/snippets/{id}"
      input={{ params: { id } }}
      invalidates={['GET /ext/snippets']}
      submit={texts.remove}
      done={texts.removed}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text>{title}</Text>
      {shared && <Text c="dimmed">{texts.removeShared}</Text>}
    </ConfirmDialog>
  );
}
