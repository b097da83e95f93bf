import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../api/client.ts';
import { useFormMutation } from '../../api/queries.ts';
import type { Announcement } from '../../contract/schemas.ts';
import { fromLocalInput, timeZone, toLocalInput } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** What shows announcements or counts them. */
export const announcementReads: QueryName[] = [
  ...(['GET /ext/objects/{id}/announcements', 'GET /ext/objects/{id}', 'GET /ext/tickets/{id}'] as const),
];

const maxTextLength = 500;
/** How long one is shown unless somebody says otherwise. */
const defaultDays = 7;

interface Props {
  objectId: number;
  /** a new one without it */
  announcement?: Announcement;
  onClose: () => void;
}

/** Announces something about a building, or changes an announcement. */
export function AnnouncementDialog({ objectId, announcement, onClose }: Props) {
  const messages = useMessages();
  const texts = usePlaceTexts().announcements;
  const [saved] = useState(() => fieldsOf(announcement, new Date()));
  const [draft, setDraft, clear] = useEditDraft(`announcement:${objectId}:${announcement?.id ?? 'new'}`, saved);
  const options = { invalidates: announcementReads, onSuccess: finish };
  const create = useFormMutation('POST /ext/objects/{id}/announcements', options);
  const change = useFormMutation('PATCH /ext/announcements/{id}', options);
  function finish(): void {
    clear();
    showToast({ text: messages.app.saved });
    onClose();
  }
  const hasTimes = draft.from !== '' && draft.to !== '';
  const isWrong = hasTimes && draft.to <= draft.from;
  function save(): void {
    const body = { text: draft.text.trim(), from: fromLocalInput(draft.from), to: fromLocalInput(draft.to) };
    if (announcement) change.mutate({ params: { id: announcement.id }, body });
    else create.mutate({ params: { id: objectId }, body });
  }
  return (
    <Dialog title={announcement ? texts.editTitle : texts.add} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={save}
        onCancel={onClose}
        mutation={[create, change]}
        isReady={draft.text.trim() !== '' && hasTimes && !isWrong}
      >
        <Textarea
          label={texts.text}
          description={texts.textHint}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={maxTextLength}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        />
        <Group gap="xs" grow align="flex-start">
          <TextInput
            type="datetime-local"
            label={texts.from}
            required
            value={draft.from}
            onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={texts.to}
            required
            value={draft.to}
            error={isWrong && texts.wrongOrder}
            onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {messages.app.timeZone(timeZone())}
        </Text>
      </Form>
    </Dialog>
  );
}

/** The values of the fields: of an announcement, or of a new one that is shown from now on. */
function fieldsOf(announcement: Announcement | undefined, now: Date) {
  const end = new Date(now);
  end.setDate(end.getDate() + defaultDays);
  return {
    text: announcement?.text ?? '',
    from: toLocalInput(announcement ? new Date(announcement.from) : now),
    to: toLocalInput(announcement ? new Date(announcement.to) : end),
  };
}
