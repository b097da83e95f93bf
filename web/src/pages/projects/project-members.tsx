import { Button, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { AccountTrust, Project, ProjectWorker } from '../../contract/schemas.ts';
import { AccountDialog } from '../../features/account-dialog/account-dialog.tsx';
import { TrustNotes } from '../../features/account-trust/trust-notes.tsx';
import { useAccountTrust } from '../../features/account-trust/use-account-trust.ts';
import { ContactDetails } from '../../features/contact-details.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { SectionHead } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { AddWorkerDialog } from './add-worker-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { useProjectTexts } from './texts/texts.ts';

/** The workers of a project and the invitations. */
export function ProjectMembers({ project }: { project: Project }) {
  const messages = useMessages();
  const texts = useProjectTexts();
  const [isAdding, setAdding] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const members = useApiListQuery('GET /projects/{id}/workers', { params: { id: project.id }, query: { limit, offset } });
  const accounts = useAccountTrust(members.data?.items.map(({ id }) => id) ?? []);
  const add = mayWrite && (
    <Button variant="default" onClick={() => setAdding(true)}>
      {texts.title}
    </Button>
  );
  return (
    <section aria-labelledby="people">
      <SectionHead>
        <Title order={2} id="people">
          {messages.project.people}
        </Title>
        {members.data && members.data.total > 0 && add}
      </SectionHead>
      <QueryState query={members} height={56} />
      {members.data?.total === 0 && (
        <EmptyState icon={IconUsers} title={texts.noPeople} action={add}>
          {texts.noPeopleText}
        </EmptyState>
      )}
      <ListRows>
        {members.data?.items.map((member) => (
          <MemberRow key={member.id} member={member} trust={accounts.of(member.id)} project={project} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={members.data} />
      {isAdding && <AddWorkerDialog project={project} members={members.data?.items ?? []} onClose={() => setAdding(false)} />}
    </section>
  );
}

interface MemberProps {
  member: ProjectWorker;
  trust: AccountTrust | undefined;
  project: Project;
}

function MemberRow({ member, trust, project }: MemberProps) {
  const texts = useProjectTexts();
  const messages = useMessages();
  const [dialog, setDialog] = useState<'invite' | 'manage' | 'remove'>();
  const isExpired = member.status === 'invited' && member.expires_at !== undefined && Date.parse(member.expires_at) < Date.now();
  return (
    <ListRow
      picture={<UserAvatar {...member} size={40} isDisabled={!member.is_active} />}
      name={member.name}
      details={<ContactDetails email={member.email} phone={member.phone} />}
      notes={<TrustNotes trust={trust} />}
    >
      <Tag isWarning={member.status !== 'active'}>
        {messages.labels.member[member.status]}
        {isExpired && `, ${texts.expired}`}
        {member.expires_at && !isExpired && (
          <>
            , {texts.until} <RelativeTime at={member.expires_at} />
          </>
        )}
      </Tag>
      {!member.is_active && <Tag>{messages.people.disabled}</Tag>}
      <RowActions>
        {(member.status === 'declined' || isExpired) && (
          <RowButton text={texts.reinvite} of={member.name} onClick={() => setDialog('invite')} />
        )}
        {member.status === 'active' && (
          <>
            <RowButton text={texts.removeMember} of={member.name} c="dimmed" onClick={() => setDialog('remove')} />
            <RowButton text={messages.app.manage} of={member.name} onClick={() => setDialog('manage')} />
          </>
        )}
      </RowActions>
      {dialog === 'invite' && (
        <AddWorkerDialog project={project} members={[]} initialWorker={member} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'manage' && <AccountDialog user={member} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveMemberDialog project={project} member={member} onClose={() => setDialog(undefined)} />}
    </ListRow>
  );
}
