import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import { AccountDialog } from '../../components/account-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { ShowMore, useListPaging } from '../../components/show-more.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { UserPicker } from '../../components/user-picker.tsx';
import type { Project, ProjectWorker } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

/** The workers of a project and the invitations. */
export function ProjectMembers({ project }: { project: Project }) {
  const messages = useMessages();
  const [isInviting, setInviting] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const members = useApiListQuery('GET /projects/{id}/workers', { params: { id: project.id }, query: { limit, offset } });
  const invite = (
    <Button variant="default" onClick={() => setInviting(true)}>
      {messages.project.invite}
    </Button>
  );
  return (
    <section aria-labelledby="people">
      <div className="section-head">
        <h2 id="people">{messages.project.people}</h2>
        {members.data && members.data.total > 0 && invite}
      </div>
      {members.isPending && <ListSkeleton height={56} />}
      {members.isError && !members.data && <ErrorState error={members.error} retry={() => void members.refetch()} />}
      {members.data?.total === 0 && (
        <EmptyState title={messages.project.noPeople} action={invite}>
          {messages.project.noPeopleText}
        </EmptyState>
      )}
      <ul className="list-rows">
        {members.data?.items.map((member) => (
          <MemberRow key={member.id} member={member} project={project} />
        ))}
      </ul>
      <ShowMore paging={paging} page={members.data} />
      {isInviting && <InviteDialog project={project} members={members.data?.items ?? []} onClose={() => setInviting(false)} />}
    </section>
  );
}

function MemberRow({ member, project }: { member: ProjectWorker; project: Project }) {
  const messages = useMessages();
  const [dialog, setDialog] = useState<'manage' | 'remove'>();
  const invalidates = ['GET /projects/{id}/workers' as const];
  const params = { id: project.id };
  const invite = useApiMutation('POST /projects/{id}/workers', {
    invalidates,
    onSuccess: () => showToast({ text: messages.project.invited(member.name) }),
  });
  const isExpired = member.status === 'invited' && member.expires_at !== undefined && Date.parse(member.expires_at) < Date.now();
  return (
    <li>
      <div className="grow">
        <b>{member.name}</b>
        <p className="muted small">
          {member.email}
          {member.phone && `, ${member.phone}`}
        </p>
      </div>
      <span className={member.status === 'active' ? 'tag' : 'tag warning'}>
        {messages.labels.member[member.status]}
        {isExpired && `, ${messages.project.expired}`}
        {member.expires_at && !isExpired && (
          <>
            , {messages.project.until} <RelativeTime at={member.expires_at} />
          </>
        )}
      </span>
      {!member.is_active && <span className="tag">{messages.people.disabled}</span>}
      <div className="row-actions">
        {(member.status === 'declined' || isExpired) && (
          <button type="button" className="text-button" onClick={() => invite.mutate({ params, body: { worker_id: member.id } })}>
            {messages.project.reinvite}
            <span className="visually-hidden"> {member.name}</span>
          </button>
        )}
        {member.status === 'active' && (
          <>
            <button type="button" className="text-button danger" onClick={() => setDialog('remove')}>
              {messages.project.removeMember}
              <span className="visually-hidden"> {member.name}</span>
            </button>
            <button type="button" className="text-button" onClick={() => setDialog('manage')}>
              {messages.app.manage}
              <span className="visually-hidden"> {member.name}</span>
            </button>
          </>
        )}
      </div>
      {dialog === 'manage' && <AccountDialog user={member} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveMemberDialog project={project} member={member} onClose={() => setDialog(undefined)} />}
    </li>
  );
}

interface InviteProps {
  project: Project;
  members: ProjectWorker[];
  onClose: () => void;
}

function InviteDialog({ project, members, onClose }: InviteProps) {
  const messages = useMessages();
  const me = useCurrentUser();
  const invite = useApiMutation('POST /projects/{id}/workers', {
    invalidates: ['GET /projects/{id}/workers'],
    showErrorToast: false,
  });
  const status = new Map(members.map((member) => [member.id, member.status]));
  return (
    <Dialog title={messages.project.invite} onClose={onClose}>
      <FormError error={invite.error} />
      <UserPicker
        userRole="worker"
        label={messages.people.workers}
        disabledReason={(user) => {
          const known = status.get(user.id);
          if (known && known !== 'declined') return messages.labels.member[known];
          return user.confirmed_at ? undefined : messages.people.waiting;
        }}
        onSelect={(user) =>
          user &&
          invite.mutate(
            { params: { id: project.id }, body: { worker_id: user.id } },
            {
              onSuccess: () => {
                showToast({ text: messages.project.invited(user.name) });
                onClose();
              },
            },
          )
        }
      />
      {me.role === 'client' && (
        <p>
          <Link to="/workers" className="tap-target">
            {messages.project.toWorkers}
          </Link>
        </p>
      )}
    </Dialog>
  );
}
