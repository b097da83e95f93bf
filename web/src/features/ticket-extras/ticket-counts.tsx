import { Group, VisuallyHidden } from '@mantine/core';
import { IconMessage, IconPhoto, type Icon as TablerIcon } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { useTicketExtrasTexts } from './texts/texts.ts';
import { useTicketExtras } from './use-ticket-extras.ts';

interface Props {
  id: number;
  showsPictures: boolean;
}

/** How many pictures and comments a ticket has; nothing while it has none. */
export function TicketCounts({ id, showsPictures }: Props) {
  const texts = useTicketExtrasTexts();
  const { data } = useTicketExtras(id);
  const pictures = (data?.photos ?? 0) + (data?.attachments ?? 0);
  const comments = data?.comments ?? 0;
  return (
    <>
      {showsPictures && pictures > 0 && <Count icon={IconPhoto} count={pictures} text={texts.pictures(pictures)} />}
      {comments > 0 && <Count icon={IconMessage} count={comments} text={texts.comments(comments)} />}
    </>
  );
}

function Count({ icon, count, text }: { icon: TablerIcon; count: number; text: string }) {
  return (
    <Group component="span" gap={4} wrap="nowrap" title={text}>
      <Icon icon={icon} size={16} />
      <span className="numbers" aria-hidden>
        {count}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </Group>
  );
}
