import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Team } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { DeleteTeamDialog, TeamDialog } from './team-dialogs.tsx';
import { TeamWork } from './team-work.tsx';
import { useTeamTexts } from './texts/texts.ts';

/** All teams for admins, the own one for workers. */
export const TeamsPage = forRoles(['admin', 'worker'], Teams);

function Teams() {
  const texts = useTeamTexts();
  const me = useCurrentUser();
  const isAdmin = me.role === 'admin';
  const [isCreating, setCreating] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const teams = useApiListQuery('GET /ext/teams', { query: { limit, offset } });
  const create = isAdmin && <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  const { data } = teams;
  const led = data?.items.find(({ lead_id }) => lead_id === me.id);
  return (
    <PageLayout title={texts.title} lead={isAdmin ? texts.lead : texts.leadOfWorker} actions={data && data.total > 0 && create}>
      <QueryState query={teams} height={72} />
      {data?.total === 0 && (
        <EmptyState icon={IconUsersGroup} title={texts.none} action={create}>
          {isAdmin ? texts.noneText : texts.noneOfWorker}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((team) => (
          <TeamRow key={team.id} team={team} isAdmin={isAdmin} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {led && <TeamWork team={led} />}
      {isCreating && <TeamDialog onClose={() => setCreating(false)} />}
    </PageLayout>
  );
}

function TeamRow({ team, isAdmin }: { team: Team; isAdmin: boolean }) {
  const messages = useMessages();
  const texts = useTeamTexts();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const { name, lead_id, lead_name, members } = team;
  const lead = lead_id ? `${texts.teamLead}: ${lead_name}` : texts.noLead;
  const people = members.filter(({ id }) => id !== lead_id).map((member) => member.name);
  return (
    <ListRow name={name} details={people.length > 0 ? `${lead} · ${texts.members}: ${people.join(', ')}` : lead}>
      {isAdmin && (
        <RowActions>
          <RowButton text={messages.app.edit} of={name} c="dimmed" onClick={() => setDialog('edit')} />
          <RowButton text={messages.app.delete} of={name} c="dimmed" onClick={() => setDialog('delete')} />
        </RowActions>
      )}
      {dialog === 'edit' && <TeamDialog team={team} onClose={close} />}
      {dialog === 'delete' && <DeleteTeamDialog team={team} onClose={close} />}
    </ListRow>
  );
}
