import { Box, Button, NativeSelect } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { keepPreviousRows } from '../../api/keep-previous-rows.ts';
import { apiQuery, useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { WebhookDelivery } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { showToast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { useWebhookTexts } from './texts/texts.ts';
import { StateTag, Trouble } from './webhook-row.tsx';

type State = WebhookDelivery['state'];

/** While something waits to be sent. */
const refetchIntervalMs = 5_000;
const isPending = ({ state }: WebhookDelivery): boolean => state === 'pending';

/** What was sent to a webhook, and what waits. */
export const WebhookDeliveriesPage = forRoles(['admin', 'client'], Deliveries);

function Deliveries() {
  const texts = useWebhookTexts();
  const { id } = useParams({ from: '/signed-in/in-settings/webhooks/$id' });
  const [state, setState] = useState<State | ''>('');
  const paging = useListPaging(`${id} ${state}`);
  const { limit, offset } = paging;
  const webhook = useApiQuery('GET /ext/webhooks/{id}', { params: { id } });
  const options = apiQuery('GET /ext/webhooks/{id}/deliveries', {
    params: { id },
    query: { limit, offset, ...(state && { state }) },
  });
  const list = useQuery({
    ...options,
    placeholderData: keepPreviousRows(options.queryKey),
    refetchInterval: ({ state: { data: page } }) => page?.items.some(isPending) && refetchIntervalMs,
  });
  const { data } = list;
  return (
    <PageLayout
      title={texts.deliveries}
      lead={
        webhook.data && (
          <>
            <span style={{ overflowWrap: 'anywhere' }}>{webhook.data.url}</span> <StateTag webhook={webhook.data} />
            <Trouble webhook={webhook.data} />
          </>
        )
      }
      actions={
        <>
          {webhook.data?.active && <SendTest id={id} />}
          <LinkButton to="/webhooks" variant="default">
            {texts.all}
          </LinkButton>
        </>
      }
    >
      <Box maw={860}>
        <NativeSelect
          label={texts.state}
          maw={280}
          mb="md"
          value={state}
          onChange={(event) => setState(event.currentTarget.value as State | '')}
          data={[
            { value: '', label: texts.anyState },
            ...Object.entries(texts.states).map(([value, label]) => ({ value, label })),
          ]}
        />
        <QueryState query={list} height={64} />
        {data?.total === 0 && (
          <EmptyState icon={IconWebhook} title={texts.noDeliveries}>
            {texts.noDeliveriesText}
          </EmptyState>
        )}
        <ListRows>
          {data?.items.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} isActive={webhook.data?.active ?? false} delivery={delivery} />
          ))}
        </ListRows>
        <ShowMore paging={paging} page={data} />
      </Box>
    </PageLayout>
  );
}

function SendTest({ id }: { id: string }) {
  const texts = useWebhookTexts();
  const send = useApiMutation('POST /ext/webhooks/{id}/test', {
    invalidates: ['GET /ext/webhooks/{id}/deliveries'],
    onSuccess: () => showToast({ text: texts.sendingTest }),
  });
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ params: { id } })}>
      {texts.sendTest}
    </Button>
  );
}
