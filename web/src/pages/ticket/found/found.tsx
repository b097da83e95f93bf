import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTicket } from '../../../api/queries.ts';
import { type Category, categories } from '../../../contract/enums.ts';
import { AddPictureButtons } from '../../../features/add-picture-buttons.tsx';
import { forRoles } from '../../../features/for-roles.tsx';
import { useIsOnline } from '../../../http/connectivity.ts';
import { isStatus } from '../../../http/errors.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { showToast } from '../../../lib/toasts.ts';
import { enqueueComment } from '../../../offline-queue/queue.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { NotFound } from '../../../ui/not-found.tsx';
import { PageLayout } from '../../../ui/page-layout.tsx';
import { ChosenPictures } from '../../new-ticket/chosen-pictures.tsx';
import { useNewPictures } from '../../new-ticket/use-new-pictures.ts';
import { EquipmentField } from './equipment-field.tsx';
import { useFoundTexts } from './texts/texts.ts';

const minLength = 5;
const maxLength = 2_000;
const maxFloorLength = 50;
const maxPictures = 3;

/** Reports another defect that was found during a job: with a photo or a text, also without a connection. */
export const FoundPage = forRoles(['worker'], FoundInJob);

function FoundInJob() {
  const { id } = useParams({ from: '/signed-in/tickets/$id/found' });
  const { text = '' } = useSearch({ from: '/signed-in/tickets/$id/found' });
  return <Found key={`${id} ${text}`} id={Number(id)} text={text.slice(0, maxLength)} />;
}

interface Props {
  /** of the ticket */
  id: number;
  /** what the form begins with, such as the label of an item that failed */
  text: string;
}

function Found({ id, text: given }: Props) {
  const texts = useFoundTexts();
  const messages = useMessages();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const ticket = useTicket(id);
  // What was begun for one item must not be sent for another one.
  const name = `found-${id}-${given}`;
  const [draft, setDraft, clear] = useDraft(name, { text: given, category: '', floor: '', equipment: '' });
  const { pictures, add, remove, removeAll } = useNewPictures(name);
  if (ticket.isError && isStatus(ticket.error, 400, 403, 404)) return <NotFound />;
  const set = (part: Partial<typeof draft>): void => setDraft({ ...draft, ...part });
  const text = draft.text.trim() || (pictures.length > 0 ? texts.seePhoto : '');
  function submit(event: FormEvent): void {
    event.preventDefault();
    const category = categories.find((one): one is Category => one === draft.category);
    const floor = draft.floor.trim();
    const equipment_id = Number(draft.equipment);
    const found = { ...(category && { category }), ...(floor && { floor }), ...(equipment_id > 0 && { equipment_id }) };
    const files = pictures.map(({ file }) => file);
    removeAll(enqueueComment(id, { text, files, found }));
    clear();
    showToast({ text: isOnline ? texts.sending : texts.waits });
    void navigate({ to: '/tickets/$id', params: { id: String(id) }, replace: true });
  }
  return (
    <PageLayout title={texts.report} lead={ticket.data ? texts.lead(ticket.data.object_name) : texts.leadAnywhere}>
      <Stack component="form" gap="sm" maw={560} onSubmit={submit}>
        <AddPictureButtons remaining={maxPictures - pictures.length} onAdd={add} />
        <ChosenPictures pictures={pictures} onRemove={remove} />
        <Textarea
          label={texts.text}
          description={texts.textHint}
          value={draft.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
          maxLength={maxLength}
          autosize
          minRows={3}
          maxRows={12}
        />
        <details>
          <Text component="summary" fw={500} lh="var(--min-target-size)" c="var(--accent-text)" style={{ cursor: 'pointer' }}>
            {texts.more}
          </Text>
          <Stack mt="xs" gap="sm">
            <NativeSelect
              label={texts.category}
              value={draft.category}
              data={[
                { value: '', label: texts.none },
                ...categories.map((value) => ({ value, label: messages.labels.category[value] })),
              ]}
              onChange={(event) => set({ category: event.currentTarget.value })}
            />
            <TextInput
              label={messages.create.floor}
              maxLength={maxFloorLength}
              value={draft.floor}
              onChange={(event) => set({ floor: event.currentTarget.value })}
            />
            {ticket.data && (
              <EquipmentField
                objectId={ticket.data.object_id}
                value={draft.equipment}
                onChange={(equipment) => set({ equipment })}
              />
            )}
          </Stack>
        </details>
        <div>
          <Button type="submit" size="md" disabled={text.length < minLength}>
            {texts.send}
          </Button>
        </div>
      </Stack>
    </PageLayout>
  );
}
