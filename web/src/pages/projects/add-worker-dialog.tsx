import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Project, ProjectWorker } from '../../contract/schemas.ts';
import { useTrustTexts } from '../../features/account-trust/texts/texts.ts';
import { type SelectedUser, UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Invitation } from './invitation.tsx';
import { NewWorkerForm } from './new-worker-form.tsx';
import { useProjectTexts } from './texts/texts.ts';
import { type NewWorker, WorkerCredentials } from './worker-credentials.tsx';

interface Props {
  project: Pick<Project, 'id' | 'name'>;
  members: ProjectWorker[];
  /** the worker that is selected at first */
  initialWorker?: SelectedUser;
  onClose: () => void;
}

/** Adds a worker to a project: invites one who has an account, or creates an account first. */
export function AddWorkerDialog({ project, members, initialWorker, onClose }: Props) {
  const texts = useProjectTexts();
  const trustTexts = useTrustTexts();
  const [worker, setWorker] = useState(initialWorker);
  const [isNew, setNew] = useState(false);
  const [added, setAdded] = useState<NewWorker>();
  const known = useApiQuery('GET /users', { query: { role: 'worker', limit: 1 } });
  if (added) {
    return (
      <Dialog title={texts.added(isolateName(added.user.name))} onClose={onClose} closesOnBackdrop={false}>
        <WorkerCredentials project={project} worker={added} onClose={onClose} />
      </Dialog>
    );
  }
  if (worker) {
    return (
      <Dialog title={trustTexts.inviteTitle(isolateName(worker.name))} onClose={onClose}>
        <Invitation project={project} worker={worker} onBack={() => setWorker(undefined)} onClose={onClose} />
      </Dialog>
    );
  }
  if (known.isPending) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <ListSkeleton height={52} />
      </Dialog>
    );
  }
  const isFirst = known.data?.total === 0;
  return isNew || isFirst ? (
    <Dialog key="new" title={texts.create} onClose={onClose}>
      <NewWorkerForm project={project} onBack={isFirst ? onClose : () => setNew(false)} onCreated={setAdded} />
    </Dialog>
  ) : (
    <Dialog key="search" title={texts.title} onClose={onClose}>
      <Button variant="default" onClick={() => setNew(true)}>
        {texts.create}
      </Button>
      <WorkerSelection members={members} onSelect={setWorker} />
    </Dialog>
  );
}

function WorkerSelection({ members, onSelect }: { members: ProjectWorker[]; onSelect: (worker?: SelectedUser) => void }) {
  const messages = useMessages();
  const status = new Map(members.map((member) => [member.id, member.status]));
  return (
    <UserPicker
      userRole="worker"
      label={messages.people.workers}
      disabledReason={(user) => {
        const known = status.get(user.id);
        if (known && known !== 'declined') return messages.labels.member[known];
        return user.confirmed_at ? undefined : messages.people.waiting;
      }}
      onSelect={onSelect}
    />
  );
}
