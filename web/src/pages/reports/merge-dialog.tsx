import { Stack, Text } from '@mantine/core';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { PortalReport, TicketListItem } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { changedByAnswers } from './changed-by-answers.ts';
import { useReportTexts } from './texts/texts.ts';

const openStatuses = 'new,assigned,in_progress,done,confirmed,rejected';

/** Selects the open ticket of the same object that a report is about. */
export function MergeDialog({ report, onClose }: { report: PortalReport; onClose: () => void }) {
  const texts = useReportTexts();
  const messages = useMessages();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const object = report.object_id === null ? {} : { object_id: String(report.object_id) };
  const query = { ...object, status: openStatuses, limit, offset };
  const tickets = useApiQuery('GET /ext/tickets', { query });
  const merge = useFormMutation('POST /ext/reports/{id}/merge', {
    invalidates: [...changedByAnswers],
    onSuccess: ({ ticket_id }) => {
      showToast({ text: texts.merged(ticket_id ?? 0) });
      onClose();
    },
  });
  const detailOf = ({ id, status, category }: TicketListItem): string =>
    [`#${id}`, messages.labels.status[status], messages.labels.category[category]].join(' · ');
  return (
    <Dialog title={texts.mergeTitle} onClose={onClose}>
      <Stack mt="xs">
        <Text c="dimmed">{report.object_id === null ? texts.mergeTextWithoutObject : texts.mergeText}</Text>
        <QueryState query={tickets} height={56} />
        {tickets.data?.total === 0 && <Text>{report.object_id === null ? texts.noTicketsAtAll : texts.noTickets}</Text>}
        <OptionList>
          {tickets.data?.items.map((ticket) => (
            <Option
              key={ticket.id}
              name={ticket.description}
              detail={detailOf(ticket)}
              isDisabled={merge.isPending}
              onSelect={() => merge.mutate({ params: { id: report.id }, body: { ticket_id: ticket.id } })}
            />
          ))}
        </OptionList>
        <ShowMore paging={paging} page={tickets.data} />
        <FormError error={merge.error} />
      </Stack>
    </Dialog>
  );
}
