import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { useWebhookTexts } from './texts/texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The webhooks of the user, for admins of all accounts. */
export const WebhooksPage = forRoles(['admin', 'client'], Webhooks);

function Webhooks() {
  const texts = useWebhookTexts();
  const { role } = useCurrentUser();
  const [isCreating, setCreating] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const webhooks = useApiListQuery('GET /ext/webhooks', { query: { limit, offset } });
  const create = <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  const { data } = webhooks;
  return (
    <PageLayout
      title={texts.title}
      lead={role === 'admin' ? texts.leadOfAdmin : texts.lead}
      actions={data && data.total > 0 && create}
    >
      <QueryState query={webhooks} height={88} />
      {data?.total === 0 && (
        <EmptyState icon={IconWebhook} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {isCreating && <WebhookDialog onClose={() => setCreating(false)} />}
    </PageLayout>
  );
}
