import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useApiListQuery, useApiMutation } from '../../api/queries.ts';
import type { Announcement } from '../../contract/schemas.ts';
import { ConfirmDialog } from '../../features/confirm-dialog.tsx';
import { formatPeriod } from '../../features/planning/period-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { mayWrite } from '../../session/acting.ts';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/time.tsx';
import { AnnouncementDialog, announcementReads } from './announcement-dialog.tsx';
import { sectionIds } from './count-tiles.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** The announcements of a building, the latest first: those that are shown, coming and past ones. */
export function AnnouncementSection({ objectId }: { objectId: number }) {
  const texts = usePlaceTexts().announcements;
  const [isAdding, setAdding] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const announcements = useApiListQuery('GET /ext/objects/{id}/announcements', {
    params: { id: objectId },
    query: { sort: 'from', order: 'desc', limit, offset },
  });
  const { data } = announcements;
  return (
    <Stack component="section" gap="sm" aria-labelledby={sectionIds.announcements}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={sectionIds.announcements} tabIndex={-1}>
          {texts.title}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )}
      </Group>
      <QueryState query={announcements} height={56} />
      {data?.total === 0 && <Text c="dimmed">{texts.none}</Text>}
      <ListRows>
        {data?.items.map((announcement) => (
          <AnnouncementRow key={announcement.id} announcement={announcement} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {isAdding && <AnnouncementDialog objectId={objectId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const messages = useMessages();
  const texts = usePlaceTexts().announcements;
  // What somebody has just ended is over at once, and not with the next minute.
  const now = Math.max(useNow(), Date.now());
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const { id, object_id, text, from, to } = announcement;
  const end = useApiMutation('PATCH /ext/announcements/{id}', {
    invalidates: announcementReads,
    onSuccess: () => showToast({ text: texts.ended }),
  });
  const state = Date.parse(to) <= now ? 'over' : Date.parse(from) <= now ? 'shown' : 'coming';
  return (
    <ListRow
      name={
        <Text span inherit fw={400} {...(state === 'over' && { c: 'dimmed' })} className="description">
          {text}
        </Text>
      }
      mark={<Tag color={state === 'shown' ? 'var(--accent)' : undefined}>{texts.states[state]}</Tag>}
      details={formatPeriod(from, to)}
    >
      <RowActions>
        {state === 'shown' && (
          <RowButton
            text={texts.end}
            of={text}
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id }, body: { to: new Date().toISOString() } })}
          />
        )}
        <RowButton text={messages.app.edit} of={text} onClick={() => setDialog('edit')} />
        <RowButton text={messages.app.delete} of={text} onClick={() => setDialog('delete')} />
      </RowActions>
      {dialog === 'edit' && <AnnouncementDialog objectId={object_id} announcement={announcement} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog announcement={announcement} onClose={close} />}
    </ListRow>
  );
}

function DeleteDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const messages = useMessages();
  const texts = usePlaceTexts().announcements;
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      operation="DELETE /ext/announcements/{id}"
      input={{ params: { id: announcement.id } }}
      invalidates={announcementReads}
      submit={messages.app.delete}
      done={texts.deleted}
      onClose={onClose}
      onClosed={() => document.getElementById(sectionIds.announcements)?.focus()}
      isDangerous
    >
      <Text className="description">{announcement.text}</Text>
    </ConfirmDialog>
  );
}
