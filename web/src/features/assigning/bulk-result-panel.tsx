import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { Icon } from '../../ui/icon.tsx';
import { type BulkResult, closeBulkResult, type TicketResult } from './bulk-result.ts';
import type { BulkTexts } from './texts/en.ts';
import { useBulkTexts } from './texts/texts.ts';

const hasCommandKey = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What screen readers say at once: how many were done, and why which were not. */
export function bulkAnnouncement(result: BulkResult, texts: BulkTexts, messages: Messages): string {
  const refused = result.tickets.filter(({ error }) => error !== undefined);
  const reasons = refused.map(({ id, error }) => `#${id} ${texts.failedOne(errorText(error, messages))}`);
  return [`${texts.result}:`, summaryOf(result, texts), ...reasons].join(' ');
}

/** How many were done and how many not, in a sentence each. */
function summaryOf({ action, worker = '', tickets }: BulkResult, texts: BulkTexts): string {
  const failed = tickets.filter(({ error }) => error !== undefined).length;
  const done = texts.done[action](tickets.length - failed, isolateName(worker));
  return failed === 0 ? done : `${done} ${texts.failed(failed)}`;
}

/** How many tickets were changed, with an undo; when some were refused, what became of each, until it is closed. */
export function BulkResultPanel({ result }: { result: BulkResult }) {
  const messages = useMessages();
  const texts = useBulkTexts();
  const title = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons that had the focus are gone
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [result]);
  function close(): void {
    void result.send?.();
    closeBulkResult(result);
  }
  const ordered = [...result.tickets].sort((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined));
  return (
    <Paper component="section" withBorder shadow="md" radius="lg" px="md" py={10} w="min(640px, 100%)" aria-label={texts.result}>
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw="bold" ref={title} tabIndex={-1}>
            {summaryOf(result, texts)}
          </Text>
          <Group gap={4} wrap="nowrap" flex="none">
            {result.undo && (
              <Button
                variant="default"
                onClick={result.undo}
                aria-keyshortcuts="Control+Z Meta+Z"
                title={hasCommandKey ? '⌘Z' : texts.undoKeys}
              >
                {messages.app.undo}
              </Button>
            )}
            <Button variant="subtle" onClick={close}>
              {messages.app.close}
            </Button>
          </Group>
        </Group>
        {ordered.some(({ error }) => error !== undefined) && (
          <Stack component="ul" gap={4} mah="30dvh" style={{ overflowY: 'auto' }}>
            {ordered.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} done={texts.doneOne[result.action]} />
            ))}
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function TicketLine({ ticket: { id, error }, done }: { ticket: TicketResult; done: string }) {
  const messages = useMessages();
  const texts = useBulkTexts();
  const isDone = error === undefined;
  return (
    <Group component="li" gap={6} wrap="nowrap" align="flex-start" fz="sm" c={isDone ? undefined : 'var(--danger)'}>
      <Icon icon={isDone ? IconCheck : IconAlertTriangle} size={16} />
      <span>
        <Link to="/tickets/$id" params={{ id: String(id) }} className="numbers">
          #{id}
        </Link>{' '}
        {isDone ? done : texts.failedOne(errorText(error, messages))}
      </span>
    </Group>
  );
}
