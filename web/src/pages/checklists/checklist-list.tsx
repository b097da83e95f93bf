import { Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, useApiListQuery } from '../../api/queries.ts';
import type { Checklist } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowActions, RowButton, RowLink } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { useChecklistTexts } from './texts/texts.ts';

/** The checklists of a client, or all of them for admins. */
export const ChecklistsPage = forRoles(['client', 'admin'], Checklists);

function Checklists() {
  const texts = useChecklistTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const checklists = useApiListQuery('GET /ext/checklists', { query: { limit, offset } });
  const { data } = checklists;
  const create = mayWrite && <LinkButton to="/checklists/new">{texts.create}</LinkButton>;
  return (
    <PageLayout title={texts.title} lead={texts.lead} actions={data && data.total > 0 && create}>
      <QueryState query={checklists} height={72} />
      {data?.total === 0 && (
        <EmptyState icon={IconChecklist} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((checklist) => (
          <ChecklistRow key={checklist.id} checklist={checklist} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
    </PageLayout>
  );
}

function ChecklistRow({ checklist }: { checklist: Checklist }) {
  const messages = useMessages();
  const texts = useChecklistTexts();
  const [isDeleting, setDeleting] = useState(false);
  const owner = useOwnerText(checklist);
  const { id, name, items } = checklist;
  const required = items.filter((item) => item.required).length;
  return (
    <ListRow
      name={
        <RowLink to="/checklists/$id" params={{ id: String(id) }}>
          {name}
        </RowLink>
      }
      details={[texts.items(items.length), required > 0 && texts.requiredItems(required), owner].filter(Boolean).join(' · ')}
    >
      <RowActions>
        <RowButton text={messages.app.delete} of={name} c="dimmed" onClick={() => setDeleting(true)} />
      </RowActions>
      {isDeleting && <DeleteDialog checklist={checklist} onClose={() => setDeleting(false)} />}
    </ListRow>
  );
}

/** Whose checklist it is, for admins; all rows share one request. */
function useOwnerText({ client_id }: Checklist): string {
  const texts = useChecklistTexts();
  const isAdmin = useCurrentUser().role === 'admin';
  const clients = useQuery({
    ...apiQuery('GET /users', { query: { role: 'client', include_inactive: '1', limit: 100 } }),
    enabled: isAdmin && client_id !== null,
  });
  if (!isAdmin) return '';
  if (client_id === null) return texts.forAll;
  const client = clients.data?.items.find(({ id }) => id === client_id);
  return client ? texts.forClient(withoutBidirectionalControls(client.name)) : '';
}

function DeleteDialog({ checklist: { id, name }, onClose }: { checklist: Checklist; onClose: () => void }) {
  const messages = useMessages();
  const texts = useChecklistTexts();
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      operation="DELETE /ext/checklists/{id}"
      input={{ params: { id } }}
      invalidates={['GET /ext/checklists']}
      submit={messages.app.delete}
      done={texts.deleted}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text>{name}</Text>
      <Text c="dimmed">{texts.deleteText}</Text>
    </ConfirmDialog>
  );
}
