import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Project } from '../../api/operations.ts';
import { type ReadName, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { useWords } from '../../words/index.ts';

const changes: ReadName[] = ['GET /projects', 'GET /ext/projects', 'GET /projects/{id}', 'GET /tickets'];

export function RenameDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const words = useWords();
  const [name, setName] = useState(project.name);
  const params = { id: project.id };
  const change = useSend('PATCH /projects/{id}', { changes, quiet: true });
  const restore = useSend('PATCH /projects/{id}', { changes });
  function save(): void {
    const undo = (): void => restore.mutate({ params, body: { name: project.name } });
    change.mutate(
      { params, body: { name: name.trim() } },
      {
        onSuccess: () => {
          notify({ text: words.project.renamed, undo });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog title={project.name} onClose={onClose}>
      <Form
        submit={words.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={change.isPending}
        isReady={name.trim().length >= 2}
        error={change.error}
      >
        <TextInput
          label={words.project.name}
          maxLength={200}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}
