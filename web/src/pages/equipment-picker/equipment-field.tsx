import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { EquipmentReference } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { PickerSelection } from '../../ui/picker-selection.tsx';
import { EquipmentIcon, EquipmentPicker } from './equipment-picker.tsx';
import { usePickerTexts } from './texts/texts.ts';

interface Props {
  objectId: number;
  selected: EquipmentReference | undefined;
  onSelect: (equipment: EquipmentReference | undefined) => void;
}

/** Says which equipment of its building a new ticket is about. Nothing where the building has none in use. */
export function EquipmentField({ objectId, selected, onSelect }: Props) {
  const messages = useMessages();
  const texts = usePickerTexts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useApiQuery('GET /ext/objects/{id}/equipment', {
    params: { id: objectId },
    query: { is_active: 'true', limit: 1 },
  });
  if (!selected && !data?.total) return null;
  return (
    <>
      {selected ? (
        <PickerSelection label={texts.label} name={selected.name} onChange={() => setOpen(true)} />
      ) : (
        <Button variant="default" justify="flex-start" leftSection={<EquipmentIcon />} onClick={() => setOpen(true)}>
          {`${texts.choose} (${messages.app.optional})`}
        </Button>
      )}
      {isOpen && (
        <EquipmentPicker
          objectId={objectId}
          selected={selected ?? null}
          onSelect={(equipment) => onSelect(equipment ?? undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
