import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { TrustFacts } from '../../components/account-trust/trust-facts.tsx';
import { useAccountTrust } from '../../components/account-trust/use-account-trust.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { type SelectedUser, UserPicker } from '../../components/user-picker.tsx';
import type { Project, ProjectWorker } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';

interface Props {
  project: Project;
  members: ProjectWorker[];
  /** the worker that is selected at first */
  initialWorker?: SelectedUser;
  onClose: () => void;
}

/** Invites a worker to a project, after showing how far the account can be trusted. */
export function InviteDialog({ project, members, initialWorker, onClose }: Props) {
  const messages = useMessages();
  const [worker, setWorker] = useState(initialWorker);
  return (
    <Dialog title={worker ? messages.accountTrust.inviteTitle(worker.name) : messages.project.invite} onClose={onClose}>
      {worker ? (
        <Invitation project={project} worker={worker} onBack={() => setWorker(undefined)} onClose={onClose} />
      ) : (
        <WorkerSelection members={members} onSelect={setWorker} />
      )}
    </Dialog>
  );
}

function WorkerSelection({ members, onSelect }: { members: ProjectWorker[]; onSelect: (worker?: SelectedUser) => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const status = new Map(members.map((member) => [member.id, member.status]));
  return (
    <>
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
      {me.role === 'client' && (
        <p>
          <Link to="/workers" className="tap-target">
            {messages.project.toWorkers}
          </Link>
        </p>
      )}
    </>
  );
}

interface InvitationProps {
  project: Project;
  worker: SelectedUser;
  onBack: () => void;
  onClose: () => void;
}

function Invitation({ project, worker, onBack, onClose }: InvitationProps) {
  const messages = useMessages();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []); // the button that selected the worker is gone
  const accounts = useAccountTrust([worker.id]);
  const trust = accounts.of(worker.id);
  const invite = useApiMutation('POST /projects/{id}/workers', {
    invalidates: ['GET /projects/{id}/workers'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.project.invited(worker.name) });
      onClose();
    },
  });
  return (
    <div className="form" ref={content} tabIndex={-1}>
      <p className="muted">{worker.email}</p>
      {accounts.isPending && <ListSkeleton height={120} />}
      {accounts.isError && !trust && <p className="warning-note">{messages.accountTrust.notLoaded}</p>}
      {trust && <TrustFacts trust={trust} />}
      {trust?.must_change_password && <p className="warning-note">{messages.accountTrust.inviteRisk(worker.name)}</p>}
      <FormError error={invite.error} />
      <div className="row-actions">
        <Button
          loading={invite.isPending}
          disabled={accounts.isPending}
          onClick={() => invite.mutate({ params: { id: project.id }, body: { worker_id: worker.id } })}
        >
          {messages.accountTrust.sendInvitation}
        </Button>
        <Button variant="default" onClick={onBack}>
          {messages.accountTrust.otherWorker}
        </Button>
      </div>
    </div>
  );
}
