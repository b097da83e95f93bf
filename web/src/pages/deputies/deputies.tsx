import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { GrantRow } from './grant-row.tsx';
import { useDeputyTexts } from './texts/texts.ts';

/** The deputies of the user and for whom it acts; for admins those of the client of the address. */
export const DeputiesPage = forRoles(['admin', 'client'], Deputies);

function Deputies() {
  const texts = useDeputyTexts();
  const { role } = useCurrentUser();
  const { of, name = '' } = useSearch({ from: '/signed-in/deputies' });
  const principalId = role === 'admin' ? of : undefined;
  const [isInviting, setInviting] = useState(false);
  const paging = useListPaging(principalId);
  const { limit, offset } = paging;
  const query = { limit, offset, ...(principalId && { principal_id: principalId }) };
  const grants = useApiListQuery('GET /ext/grants', { query });
  const mayInvite = role === 'client' || principalId !== undefined;
  const invite = mayInvite && <Button onClick={() => setInviting(true)}>{texts.invite}</Button>;
  const { data } = grants;
  return (
    <PageLayout
      title={texts.title}
      lead={principalId ? texts.leadOf(name) : texts.lead}
      actions={data && data.total > 0 && invite}
    >
      <QueryState query={grants} height={72} />
      {data?.total === 0 && (
        <EmptyState icon={IconUserShare} title={texts.none} action={invite}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((grant) => (
          <GrantRow key={grant.id} grant={grant} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {isInviting && <GrantDialog principalId={principalId} onClose={() => setInviting(false)} />}
    </PageLayout>
  );
}
