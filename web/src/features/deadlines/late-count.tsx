import { Box, VisuallyHidden } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { TicketListQuery } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useDeadlineTexts } from './texts/texts.ts';

interface Props {
  status: Status;
  /** which of its tickets are meant */
  filters: TicketListQuery;
}

/** How many tickets of a status are late; nothing when none is. */
export function LateCount({ status, filters }: Props) {
  const messages = useMessages();
  const texts = useDeadlineTexts();
  const { data } = useApiQuery('GET /ext/tickets', { query: { ...filters, status, overdue: 'true', limit: 1 } });
  if (!data?.total) return null;
  const text = texts.lateCount(data.total);
  return (
    <Box component="span" display="flex" flex="none" title={text}>
      <Tag color="red" icon={<Icon icon={IconAlarm} size={14} />}>
        <span aria-hidden="true">{messages.app.number(data.total)}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </Tag>
    </Box>
  );
}
