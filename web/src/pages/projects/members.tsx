import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project, ProjectWorker } from '../../api/operations.ts';
import { useListQuery, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.ts';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem, Refused } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { UserPicker } from '../../parts/user-picker.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { AccountDialog } from '../people/account-dialog.tsx';
import { RemoveMember } from './remove-member.tsx';

export function Members({ project }: { project: Project }) {
  const words = useWords();
  const [isInviting, setInviting] = useState(false);
  const growing = useGrowing();
  const { limit, offset } = growing;
  const members = useListQuery('GET /projects/{id}/workers', { params: { id: project.id }, query: { limit, offset } });
  const invite = (
    <Button variant="default" onClick={() => setInviting(true)}>
      {words.project.invite}
    </Button>
  );
  return (
    <section aria-labelledby="people">
      <div className="section-head">
        <h2 id="people">{words.project.people}</h2>
        {members.data && members.data.total > 0 && invite}
      </div>
      {members.isPending && <Rows height={56} />}
      {members.isError && !members.data && <Problem error={members.error} retry={() => void members.refetch()} />}
      {members.data?.total === 0 && (
        <Empty title={words.project.noPeople} action={invite}>
          {words.project.noPeopleText}
        </Empty>
      )}
      <ul className="lines">
        {members.data?.items.map((member) => (
          <MemberLine key={member.id} member={member} project={project} />
        ))}
      </ul>
      <ShowMore growing={growing} page={members.data} />
      {isInviting && <InviteDialog project={project} members={members.data?.items ?? []} onClose={() => setInviting(false)} />}
    </section>
  );
}

function MemberLine({ member, project }: { member: ProjectWorker; project: Project }) {
  const words = useWords();
  const [asked, setAsked] = useState<'manage' | 'remove'>();
  const changes = ['GET /projects/{id}/workers' as const];
  const params = { id: project.id };
  const invite = useSend('POST /projects/{id}/workers', {
    changes,
    onDone: () => notify({ text: words.project.invited(member.name) }),
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
      <span className={member.status === 'active' ? 'tag' : 'tag warn'}>
        {words.labels.member[member.status]}
        {isExpired && `, ${words.project.expired}`}
        {member.expires_at && !isExpired && (
          <>
            , {words.project.until} <Ago at={member.expires_at} />
          </>
        )}
      </span>
      {!member.is_active && <span className="tag">{words.people.disabled}</span>}
      <div className="row-actions">
        {(member.status === 'declined' || isExpired) && (
          <button type="button" className="plain" onClick={() => invite.mutate({ params, body: { worker_id: member.id } })}>
            {words.project.reinvite}
            <span className="hidden"> {member.name}</span>
          </button>
        )}
        {member.status === 'active' && (
          <>
            <button type="button" className="plain danger" onClick={() => setAsked('remove')}>
              {words.project.removeMember}
              <span className="hidden"> {member.name}</span>
            </button>
            <button type="button" className="plain" onClick={() => setAsked('manage')}>
              {words.app.edit}
              <span className="hidden"> {member.name}</span>
            </button>
          </>
        )}
      </div>
      {asked === 'manage' && <AccountDialog user={member} onClose={() => setAsked(undefined)} />}
      {asked === 'remove' && <RemoveMember project={project} member={member} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface InviteProps {
  project: Project;
  members: ProjectWorker[];
  onClose: () => void;
}

function InviteDialog({ project, members, onClose }: InviteProps) {
  const words = useWords();
  const me = useMe();
  const invite = useSend('POST /projects/{id}/workers', { changes: ['GET /projects/{id}/workers'], quiet: true });
  const status = new Map(members.map((member) => [member.id, member.status]));
  return (
    <Dialog title={words.project.invite} onClose={onClose}>
      <Refused error={invite.error} />
      <UserPicker
        of="worker"
        label={words.people.workers}
        obstacle={(user) => {
          const known = status.get(user.id);
          if (known && known !== 'declined') return words.labels.member[known];
          return user.confirmed_at ? undefined : words.people.waiting;
        }}
        onPick={(user) =>
          user &&
          invite.mutate(
            { params: { id: project.id }, body: { worker_id: user.id } },
            {
              onSuccess: () => {
                notify({ text: words.project.invited(user.name) });
                onClose();
              },
            },
          )
        }
      />
      {me.role === 'client' && (
        <p>
          <Link to="/workers" className="tap">
            {words.project.toWorkers}
          </Link>
        </p>
      )}
    </Dialog>
  );
}
