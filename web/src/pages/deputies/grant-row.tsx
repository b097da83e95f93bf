import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Grant } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { useCurrentUser } from '../../session/session-store.ts';
import { ListRow, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DateTime } from '../../ui/time.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { useDeputyTexts } from './texts/texts.ts';

/** A deputy, an invitation, or a client for which the user acts. */
export function GrantRow({ grant }: { grant: Grant }) {
  const texts = useDeputyTexts();
  const me = useCurrentUser();
  const [dialog, setDialog] = useState<'change' | 'end'>();
  const close = (): void => setDialog(undefined);
  const { email, deputy_name, principal_name, scope, notify, expires_at, status } = grant;
  const name = deputy_name || email;
  const facts = [texts.actsFor(principal_name), texts.scopes[scope], notify && texts.notify, deputy_name && email];
  return (
    <ListRow
      name={name}
      mark={status === 'invited' && <Tag>{texts.invited}</Tag>}
      details={facts.filter(Boolean).join(' · ')}
      notes={
        expires_at && (
          <Text size="sm" c="dimmed">
            {texts.until} <DateTime at={expires_at} />
          </Text>
        )
      }
    >
      <RowActions>
        <RowButton text={texts.change} of={name} c="dimmed" onClick={() => setDialog('change')} />
        <RowButton text={texts.end} of={name} c="dimmed" onClick={() => setDialog('end')} />
      </RowActions>
      {dialog === 'change' && <GrantDialog grant={grant} isDeputy={grant.deputy_id === me.id} onClose={close} />}
      {dialog === 'end' && <EndDialog grant={grant} name={name} onClose={close} />}
    </ListRow>
  );
}

function EndDialog({ grant, name, onClose }: { grant: Grant; name: string; onClose: () => void }) {
  const texts = useDeputyTexts();
  return (
    <ConfirmDialog
      title={texts.endTitle}
      operation="DELETE /ext/grants/{id}"
      input={{ params: { id: grant.id } }}
      invalidates={['GET /ext/grants', 'GET /ext/me']}
      submit={texts.end}
      done={texts.ended}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{`${name} ${texts.actsFor(grant.principal_name)}`}</Text>
      <Text c="dimmed">{texts.endText}</Text>
    </ConfirmDialog>
  );
}
