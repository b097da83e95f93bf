import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Building } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { Panel } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ObjectNotesDialog } from '../projects/object-notes-dialog.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** How to get into a building. */
export function AccessNotes({ object }: { object: Building }) {
  const messages = useMessages();
  const texts = usePlaceTexts().building;
  const [isEditing, setEditing] = useState(false);
  const notes = useApiQuery('GET /ext/objects/{id}/notes', { params: { id: object.id } });
  return (
    <Panel aria-labelledby="access-notes">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="access-notes">
          {messages.ticket.objectNotes}
        </Title>
        {mayWrite && notes.data && (
          <Button variant="subtle" mx={-12} my={-8} onClick={() => setEditing(true)}>
            {messages.app.edit}
          </Button>
        )}
      </Group>
      <QueryState query={notes} height={24} />
      {notes.data &&
        (notes.data.text ? <Text className="description">{notes.data.text}</Text> : <Text c="dimmed">{texts.noNotes}</Text>)}
      {isEditing && <ObjectNotesDialog object={object} onClose={() => setEditing(false)} />}
    </Panel>
  );
}
