import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { useWords } from '../../words/index.ts';

/** It takes everything with it, so its name is to be typed. */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const words = useWords();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const remove = useSend('DELETE /projects/{id}', {
    changes: ['GET /projects', 'GET /ext/projects', 'GET /tickets', 'GET /recurring'],
    quiet: true,
    onDone: () => {
      notify({ text: words.project.removed });
      void navigate({ to: '/projects' });
    },
  });
  return (
    <Dialog title={words.project.remove} onClose={onClose}>
      <Form
        submit={words.app.delete}
        onSubmit={() => remove.mutate({ params: { id: project.id } })}
        onCancel={onClose}
        isBusy={remove.isPending}
        isReady={name.trim() === project.name}
        error={remove.error}
        isDangerous
      >
        <p className="muted">{words.project.removeText}</p>
        <TextInput label={project.name} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Form>
    </Dialog>
  );
}
