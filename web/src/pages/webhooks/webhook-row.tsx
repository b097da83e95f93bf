import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import type { Webhook } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { ListRow, RowActions, RowButton, RowLink } from '../../ui/list-rows.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { useWebhookTexts } from './texts/texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** A webhook: its address leads to its deliveries. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const messages = useMessages();
  const texts = useWebhookTexts();
  const me = useCurrentUser();
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>();
  const { id, url, events, active, owner_id, owner_name, waiting } = webhook;
  const toggle = useApiMutation('PATCH /ext/webhooks/{id}', { invalidates: ['GET /ext/webhooks', 'GET /ext/webhooks/{id}'] });
  const close = (): void => setDialog(undefined);
  const facts = [owner_id !== me.id && owner_name, texts.eventCount(events.length), waiting > 0 && texts.waiting(waiting)];
  return (
    <ListRow
      name={
        <RowLink to="/webhooks/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </RowLink>
      }
      mark={active && <StateTag webhook={webhook} />} // otherwise the switch says it
      details={facts.filter(Boolean).join(' · ')}
      notes={<Trouble webhook={webhook} />}
    >
      <Switch
        label={texts.active}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        aria-label={`${texts.active}: ${url}`}
        checked={toggle.isPending ? toggle.variables.body.active === true : active}
        onChange={(event) => toggle.mutate({ params: { id }, body: { active: event.currentTarget.checked } })}
      />
      <RowActions>
        <RowButton text={messages.app.edit} of={url} c="dimmed" onClick={() => setDialog('edit')} />
        <RowButton text={texts.rotate} of={url} c="dimmed" onClick={() => setDialog('rotate')} />
        <RowButton text={texts.remove} of={url} c="dimmed" onClick={() => setDialog('delete')} />
      </RowActions>
      {dialog === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </ListRow>
  );
}

export function StateTag({ webhook: { active, disabled, failing_since } }: { webhook: Webhook }) {
  const texts = useWebhookTexts();
  if (!active) return <Tag isWarning={disabled !== null}>{texts.disabled}</Tag>;
  return failing_since !== null && <Tag isWarning>{texts.failing}</Tag>;
}

/** Why nothing arrives. */
export function Trouble({ webhook: { active, disabled, failing_since } }: { webhook: Webhook }) {
  const texts = useWebhookTexts();
  if (disabled) return <Text size="sm">{texts.disabledReasons[disabled.reason]}</Text>;
  if (!active || failing_since === null) return null;
  return (
    <Text size="sm">
      {texts.failingSince} <RelativeTime at={failing_since} />
    </Text>
  );
}
