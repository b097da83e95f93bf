import { Code, Flex, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { WebhookDelivery } from '../../contract/schemas.ts';
import { StateText } from '../../features/state-text.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ListRow, RowActions, RowButton, RowLink } from '../../ui/list-rows.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useWebhookTexts } from './texts/texts.ts';

const colors: Record<WebhookDelivery['state'], Status> = {
  pending: 'assigned',
  delivered: 'done',
  dropped: 'closed',
  failed: 'rejected',
};

interface Props {
  webhookId: string;
  /** only to those that are enabled something is sent */
  isActive: boolean;
  delivery: WebhookDelivery;
}

/** A delivery, with what was sent and answered behind a button. */
export function DeliveryRow({ webhookId, isActive, delivery }: Props) {
  const texts = useWebhookTexts();
  const [isOpen, setOpen] = useState(false);
  const { id, event, ticket_id, state, created_at, attempts } = delivery;
  const send = useApiMutation('POST /ext/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
    invalidates: ['GET /ext/webhooks/{id}/deliveries', 'GET /ext/webhooks'],
    onSuccess: () => showToast({ text: texts.sendingAgain }),
  });
  const subject = `${texts.eventNames[event]}${ticket_id === null ? '' : ` #${ticket_id}`}`;
  return (
    <ListRow
      name={
        ticket_id === null ? (
          subject
        ) : (
          <RowLink to="/tickets/$id" params={{ id: String(ticket_id) }}>
            {subject}
          </RowLink>
        )
      }
      details={
        <>
          <RelativeTime at={created_at} />
          {attempts > 0 && ` · ${texts.attempts(attempts)}`}
        </>
      }
      notes={<Result delivery={delivery} />}
    >
      <RowActions>
        <RowButton text={texts.details} of={subject} c="dimmed" onClick={() => setOpen(true)} />
        {isActive && (
          <RowButton
            text={state === 'pending' ? texts.sendNow : texts.sendAgain}
            of={subject}
            c="dimmed"
            loading={send.isPending}
            onClick={() => send.mutate({ params: { id: webhookId, delivery_id: id } })}
          />
        )}
      </RowActions>
      {isOpen && <DetailsDialog title={subject} delivery={delivery} onClose={() => setOpen(false)} />}
    </ListRow>
  );
}

function Result({ delivery: { state, status, error, duration_ms } }: { delivery: WebhookDelivery }) {
  const texts = useWebhookTexts();
  const result = error === null ? status && `HTTP ${status}` : (texts.errors[error] ?? error);
  return (
    <Flex wrap="wrap" columnGap="xs" fz="sm" mt={4}>
      <StateText component="span" color={colors[state]}>
        {texts.states[state]}
      </StateText>
      {result && (
        <Text span size="sm" c="dimmed">
          {[result, duration_ms !== null && `${duration_ms} ms`].filter(Boolean).join(' · ')}
        </Text>
      )}
    </Flex>
  );
}

interface DetailsDialogProps {
  title: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}

function DetailsDialog({ title, delivery, onClose }: DetailsDialogProps) {
  const texts = useWebhookTexts();
  const { message_id, body, answer } = delivery;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="sm" mt="xs">
        <Result delivery={delivery} />
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          webhook-id: {message_id}
        </Text>
        <TextBlock title={texts.request} text={body === null ? '' : formatted(body)} none={texts.notSent} />
        <TextBlock title={texts.answer} text={answer ?? ''} none={texts.noAnswer} />
      </Stack>
    </Dialog>
  );
}

function TextBlock({ title, text, none }: { title: string; text: string; none: string }) {
  return (
    <section>
      <Title order={3} fz="md">
        {title}
      </Title>
      {text === '' ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Code
          block
          mah={320}
          tabIndex={0}
          aria-label={title}
          style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text}
        </Code>
      )}
    </section>
  );
}

function formatted(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
