import { IconAlarm } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import { Icon } from '../icon.tsx';
import { Tag } from '../tag.tsx';
import { useDeadlineTexts } from './texts/texts.ts';

/** How many tickets of a status are late; nothing when none is. */
export function LateCount({ status }: { status: Status }) {
  const texts = useDeadlineTexts();
  const { data } = useApiQuery('GET /ext/tickets', { query: { status, overdue: 'true', limit: 1 } });
  if (!data?.total) return null;
  return (
    <Tag color="red" icon={<Icon icon={IconAlarm} size={14} />}>
      {texts.lateCount(data.total)}
    </Tag>
  );
}
