import { Button, Text, Title } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { useApiListQuery, useApiQuery } from '../../api/queries.ts';
import type { Passkey } from '../../contract/schemas.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { SectionHead } from '../../ui/panel.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { RequirePasskey } from './require-passkey.tsx';
import { usePasskeyTexts } from './texts/texts.ts';

/** An account has 20 at most. */
const maxPasskeys = 20;

/** The passkeys of the user, where the service has any. */
export function PasskeyList() {
  const isOffered = useApiQuery('GET /ext/about').data?.passkeys;
  return isOffered ? <Passkeys /> : null;
}

function Passkeys() {
  const texts = usePasskeyTexts();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const passkeys = useApiListQuery('GET /ext/passkeys', { query: { limit: maxPasskeys } });
  const isPossible = canUsePasskeys();
  const add = isPossible && (
    <Button variant="default" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const hasAny = passkeys.data !== undefined && passkeys.data.total > 0;
  return (
    <section aria-labelledby="passkeys">
      <SectionHead>
        <div>
          <Title order={2} id="passkeys" ref={heading} tabIndex={-1}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {isPossible ? texts.text : texts.unavailable}
          </Text>
        </div>
        {hasAny && add}
      </SectionHead>
      <QueryState query={passkeys} height={72} />
      {passkeys.data?.total === 0 && (
        <EmptyState icon={IconFingerprint} title={texts.none} action={add}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {passkeys.data?.items.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => heading.current?.focus()} />
        ))}
      </ListRows>
      {hasAny && <RequirePasskey />}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

/** @param onRemoved moves the focus, since the row disappears with its buttons */
function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const texts = usePasskeyTexts();
  const [dialog, setDialog] = useState<'rename' | 'remove'>();
  const { name, synced, last_used_at } = passkey;
  const close = (): void => setDialog(undefined);
  return (
    <ListRow
      name={name}
      mark={synced && <Tag>{texts.synced}</Tag>}
      details={
        last_used_at ? (
          <>
            {texts.lastUsed} <RelativeTime at={last_used_at} />
          </>
        ) : (
          texts.neverUsed
        )
      }
    >
      <RowActions>
        <RowButton text={texts.rename} of={name} c="dimmed" onClick={() => setDialog('rename')} />
        <RowButton text={texts.remove} of={name} c="dimmed" onClick={() => setDialog('remove')} />
      </RowActions>
      {dialog === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && <RemovePasskeyDialog passkey={passkey} onClose={close} onRemoved={onRemoved} />}
    </ListRow>
  );
}
