import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { ApiToken } from '../../contract/schemas.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListRow, ListRows, RowActions } from '../../ui/list-rows.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { SectionHead } from '../../ui/panel.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { useApiTokenTexts } from './texts/texts.ts';

/** The API tokens of the user. */
export function ApiTokenList() {
  const texts = useApiTokenTexts();
  const [isCreating, setCreating] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const tokens = useApiListQuery('GET /ext/tokens', { query: { limit, offset } });
  const create = (
    <Button variant="default" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <section aria-labelledby="api-tokens">
      <SectionHead>
        <div>
          <Title order={2} id="api-tokens" ref={heading} tabIndex={-1}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
        </div>
        {tokens.data && tokens.data.total > 0 && create}
      </SectionHead>
      {tokens.isPending && <ListSkeleton height={72} />}
      {tokens.isError && !tokens.data && <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />}
      {tokens.data?.total === 0 && (
        <EmptyState icon={IconKey} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {tokens.data?.items.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={() => heading.current?.focus()} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={tokens.data} />
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

/** @param onRevoked moves the focus, since the row disappears with its button */
function TokenRow({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
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
        <Button variant="subtle" c="dimmed" onClick={() => setRevoking(true)}>
          {texts.revoke}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </RowActions>
      {isRevoking && <RevokeTokenDialog token={token} onClose={() => setRevoking(false)} onRevoked={onRevoked} />}
    </ListRow>
  );
}
