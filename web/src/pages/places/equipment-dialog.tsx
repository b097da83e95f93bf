import { Group, Textarea, TextInput } from '@mantine/core';
import type { QueryName } from '../../api/client.ts';
import { useFormMutation } from '../../api/queries.ts';
import type { Equipment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** What shows equipment. */
export const equipmentReads: QueryName[] = [
  ...(['GET /ext/objects/{id}', 'GET /ext/objects/{id}/equipment', 'GET /ext/equipment/{id}'] as const),
  ...(['GET /ext/tickets', 'GET /ext/tickets/{id}'] as const),
];

interface Props {
  objectId: number;
  /** a new one without it */
  equipment?: Equipment;
  onClose: () => void;
}

/** The limits of the API, in characters. */
const maxLengths = { name: 200, kind: 100, location: 200, manufacturer: 200, model: 200, serial: 200 } as const;
const maxNotesLength = 2_000;

/** Adds equipment to a building, or changes it. */
export function EquipmentDialog({ objectId, equipment, onClose }: Props) {
  const messages = useMessages();
  const texts = usePlaceTexts().equipment;
  const [draft, setDraft, clear] = useEditDraft(`equipment:${objectId}:${equipment?.id ?? 'new'}`, {
    ...{ name: equipment?.name ?? '', kind: equipment?.kind ?? '', location: equipment?.location ?? '' },
    ...{ manufacturer: equipment?.manufacturer ?? '', model: equipment?.model ?? '', serial: equipment?.serial ?? '' },
    ...{ installed_on: equipment?.installed_on ?? '', warranty_until: equipment?.warranty_until ?? '' },
    notes: equipment?.notes ?? '',
  });
  const options = { invalidates: equipmentReads, onSuccess: finish };
  const create = useFormMutation('POST /ext/objects/{id}/equipment', options);
  const change = useFormMutation('PATCH /ext/equipment/{id}', options);
  function finish(): void {
    clear();
    showToast({ text: messages.app.saved });
    onClose();
  }
  const body = {
    ...draft,
    name: draft.name.trim(),
    installed_on: draft.installed_on || null,
    warranty_until: draft.warranty_until || null,
  };
  const save = (): void =>
    equipment ? change.mutate({ params: { id: equipment.id }, body }) : create.mutate({ params: { id: objectId }, body });
  const field = (name: keyof typeof maxLengths) => ({
    label: texts[name],
    maxLength: maxLengths[name],
    autoComplete: 'off',
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Dialog title={equipment ? texts.editTitle : texts.add} onClose={onClose}>
      <Form submit={messages.app.save} onSubmit={save} onCancel={onClose} mutation={[create, change]} isReady={body.name !== ''}>
        <TextInput {...field('name')} required />
        <TextInput {...field('kind')} description={texts.kindHint} />
        <TextInput {...field('location')} />
        <TextInput {...field('manufacturer')} />
        <TextInput {...field('model')} />
        <TextInput {...field('serial')} />
        <Group gap="xs" grow>
          <TextInput
            type="date"
            label={texts.installedOn}
            value={draft.installed_on}
            onChange={(event) => setDraft({ ...draft, installed_on: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={texts.warrantyUntil}
            value={draft.warranty_until}
            onChange={(event) => setDraft({ ...draft, warranty_until: event.currentTarget.value })}
          />
        </Group>
        <Textarea
          label={texts.notes}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxNotesLength}
          value={draft.notes}
          onChange={(event) => setDraft({ ...draft, notes: event.currentTarget.value })}
        />
      </Form>
    </Dialog>
  );
}
