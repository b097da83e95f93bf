import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Project, ProjectWorker } from '../../contract/schemas.ts';
import { HandoverForm } from '../../features/reassigning/handover-form.tsx';
import { useReassigningTexts } from '../../features/reassigning/texts/texts.ts';
import { isStatus } from '../../http/errors.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useProjectTexts } from './texts/texts.ts';

interface Props {
  project: Project;
  member: ProjectWorker;
  onClose: () => void;
}

/** Removes a worker from a project, after a confirmation: only a new invitation can undo this. */
export function RemoveMemberDialog({ project, member, onClose }: Props) {
  const texts = useProjectTexts();
  const reassigning = useReassigningTexts();
  const [isHandingOver, setHandingOver] = useState(false);
  const remove = useFormMutation('DELETE /projects/{id}/workers/{worker_id}', {
    invalidates: ['GET /projects/{id}/workers'],
    onSuccess: () => {
      showToast({ text: texts.memberRemoved(isolateName(member.name)) });
      onClose();
    },
  });
  const goOn = (): void => {
    remove.reset();
    setHandingOver(false);
  };
  const title = texts.removeMemberTitle(isolateName(member.name));
  if (isHandingOver) {
    return (
      <Dialog title={title} onClose={onClose}>
        <HandoverForm user={member} projectId={project.id} onClose={onClose} next={{ label: texts.removeMember, run: goOn }} />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={texts.removeMember}
        onSubmit={() => remove.mutate({ params: { id: project.id, worker_id: member.id } })}
        onCancel={onClose}
        mutation={remove}
        isDangerous
      >
        <Text c="dimmed">{texts.removeMemberText}</Text>
        {isStatus(remove.error, 409) && (
          <div>
            <Button mih="var(--min-target-size)" onClick={() => setHandingOver(true)}>
              {reassigning.handOver}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
