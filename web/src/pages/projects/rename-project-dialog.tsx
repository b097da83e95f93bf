import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../api/client.ts';
import { useApiMutation, useFormMutation } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

const invalidates: QueryName[] = ['GET /projects', 'GET /ext/projects', 'GET /projects/{id}', 'GET /tickets', 'GET /ext/tickets'];

/** Renames a project. This can be undone. */
export function RenameProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const messages = useMessages();
  const [name, setName] = useState(project.name);
  const params = { id: project.id };
  const change = useFormMutation('PATCH /projects/{id}', { invalidates });
  const restore = useApiMutation('PATCH /projects/{id}', { invalidates });
  function save(): void {
    const undo = (): void => restore.mutate({ params, body: { name: project.name } });
    change.mutate(
      { params, body: { name: name.trim() } },
      {
        onSuccess: () => {
          showToast({ text: messages.project.renamed, undo });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog title={isolateName(project.name)} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={change.isPending}
        isReady={name.trim().length >= 2}
        error={change.error}
      >
        <TextInput
          label={messages.project.name}
          maxLength={200}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}
