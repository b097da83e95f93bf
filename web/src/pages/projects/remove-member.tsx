import type { Project, ProjectWorker } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { useWords } from '../../words/index.ts';

interface Props {
  project: Project;
  member: ProjectWorker;
  onClose: () => void;
}

/** Asks first: only the worker can bring it back, by accepting a new invitation. */
export function RemoveMember({ project, member, onClose }: Props) {
  const words = useWords();
  const remove = useSend('DELETE /projects/{id}/workers/{worker_id}', {
    changes: ['GET /projects/{id}/workers'],
    quiet: true,
    onDone: () => {
      notify({ text: words.project.memberRemoved(member.name) });
      onClose();
    },
  });
  return (
    <Dialog title={words.project.removeMemberTitle(member.name)} onClose={onClose}>
      <Form
        submit={words.project.removeMember}
        onSubmit={() => remove.mutate({ params: { id: project.id, worker_id: member.id } })}
        onCancel={onClose}
        isBusy={remove.isPending}
        error={remove.error}
        isDangerous
      >
        <p className="muted">{words.project.removeMemberText}</p>
      </Form>
    </Dialog>
  );
}
