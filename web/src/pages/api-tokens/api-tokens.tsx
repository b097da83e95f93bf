import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { ApiToken } from '../../contract/schemas.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { FeedPanel } from '../rules/calendar/feed-panel.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { useApiTokenTexts } from './texts/texts.ts';

/** What acts for the user without a sign-in: API tokens and the address of the calendar feed. */
export function ApiTokensPage() {
  const texts = useApiTokenTexts();
  const [isCreating, setCreating] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const tokens = useApiListQuery('GET /ext/tokens', { query: { limit, offset } });
  const create = <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  return (
    <PageLayout title={texts.title} lead={texts.text} actions={tokens.data && tokens.data.total > 0 && create}>
      <QueryState query={tokens} height={72} />
      {tokens.data?.total === 0 && (
        <EmptyState icon={IconKey} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {tokens.data?.items.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={tokens.data} />
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      <FeedPanel />
    </PageLayout>
  );
}

function TokenRow({ token }: { token: ApiToken }) {
  const texts = useApiTokenTexts();
  const [isRevoking, setRevoking] = useState(false);
  const { name, scope, expires_at, last_used_at } = token;
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return (
    <ListRow
      name={name}
      mark={isExpired && <Tag isWarning>{texts.expired}</Tag>}
      details={
        <>
          {texts.scopes[scope]},{' '}
          {last_used_at ? (
            <>
              {texts.lastUsed} <RelativeTime at={last_used_at} />
            </>
          ) : (
            texts.neverUsed
          )}
          {!expires_at && `, ${texts.neverExpires}`}
          {expires_at && !isExpired && (
            <>
              , {texts.expiresAt} <RelativeTime at={expires_at} />
            </>
          )}
        </>
      }
    >
      <RowActions>
        <RowButton text={texts.revoke} of={name} c="dimmed" onClick={() => setRevoking(true)} />
      </RowActions>
      {isRevoking && <RevokeTokenDialog token={token} onClose={() => setRevoking(false)} />}
    </ListRow>
  );
}
