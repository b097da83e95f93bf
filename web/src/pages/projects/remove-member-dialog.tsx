import { Text } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import type { Project, ProjectWorker } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';

interface Props {
  project: Project;
  member: ProjectWorker;
  onClose: () => void;
}

/** Removes a worker from a project, after a confirmation: only a new invitation can undo this. */
export function RemoveMemberDialog({ project, member, onClose }: Props) {
  const messages = useMessages();
  const remove = useApiMutation('DELETE /projects/{id}/workers/{worker_id}', {
    invalidates: ['GET /projects/{id}/workers'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.project.memberRemoved(isolateName(member.name)) });
      onClose();
    },
  });
  return (
    <Dialog title={messages.project.removeMemberTitle(isolateName(member.name))} onClose={onClose}>
      <Form
        submit={messages.project.removeMember}
        onSubmit={() => remove.mutate({ params: { id: project.id, worker_id: member.id } })}
        onCancel={onClose}
        isBusy={remove.isPending}
        error={remove.error}
        isDangerous
      >
        <Text c="dimmed">{messages.project.removeMemberText}</Text>
      </Form>
    </Dialog>
  );
}
