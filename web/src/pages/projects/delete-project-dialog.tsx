import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useProjectTexts } from './texts/texts.ts';

/** Deletes a project with all its tickets. The name has to be typed, because this cannot be undone. */
export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const messages = useMessages();
  const texts = useProjectTexts();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const remove = useFormMutation('DELETE /projects/{id}', {
    invalidates: ['GET /projects', 'GET /ext/projects', 'GET /tickets', 'GET /ext/tickets', 'GET /ext/recurring'],
    onSuccess: () => {
      showToast({ text: texts.removed });
      void navigate({ to: '/projects' });
    },
  });
  return (
    <Dialog title={texts.remove} onClose={onClose}>
      <Form
        submit={messages.app.delete}
        onSubmit={() => remove.mutate({ params: { id: project.id } })}
        onCancel={onClose}
        mutation={remove}
        isReady={name.trim() === project.name}
        isDangerous
      >
        <Text c="dimmed">{texts.removeText}</Text>
        <TextInput label={project.name} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Form>
    </Dialog>
  );
}
