import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { type SelectedUser, UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

interface Props {
  onClose: () => void;
  onCreated?: (project: Project) => void;
}

/** Creates a project; an admin chooses its client. */
export function CreateProjectDialog({ onClose, onCreated }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const [name, setName, clear] = useDraft('new-project', '');
  const [owner, setOwner] = useState<SelectedUser>();
  const create = useFormMutation('POST /projects', {
    invalidates: ['GET /projects', 'GET /ext/projects'],
    onSuccess: (project) => {
      clear();
      showToast({ text: messages.project.created });
      onClose();
      onCreated?.(project);
    },
  });
  const isReady = name.trim().length >= 2 && (me.role === 'client' || owner !== undefined);
  return (
    <Dialog title={messages.project.create} onClose={onClose}>
      <Form
        submit={messages.app.create}
        onSubmit={() => create.mutate({ body: { name: name.trim(), ...(owner && { client_id: owner.id }) } })}
        onCancel={onClose}
        mutation={create}
        isReady={isReady}
      >
        <TextInput
          label={messages.project.name}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {me.role === 'admin' && (
          <UserPicker userRole="client" label={messages.project.owner} selected={owner} onSelect={setOwner} />
        )}
      </Form>
    </Dialog>
  );
}
