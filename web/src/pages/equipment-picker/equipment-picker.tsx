import { Button, Stack } from '@mantine/core';
import { IconEngine } from '@tabler/icons-react';
import { apiQuery } from '../../api/queries.ts';
import type { Equipment, EquipmentReference } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchableList } from '../../ui/searchable-list.tsx';
import { usePickerTexts } from './texts/texts.ts';

interface Props {
  objectId: number;
  selected: EquipmentReference | null;
  /** null: none */
  onSelect: (equipment: EquipmentReference | null) => void;
  onClose: () => void;
}

/** Selects equipment of a building that is in use, or none. */
export function EquipmentPicker({ objectId, selected, onSelect, onClose }: Props) {
  const messages = useMessages();
  const texts = usePickerTexts();
  function select(equipment: EquipmentReference | null): void {
    onSelect(equipment);
    onClose();
  }
  return (
    <Dialog title={texts.choose} onClose={onClose}>
      <Stack gap="sm" mt="xs">
        <SearchableList<Equipment>
          label={messages.app.search}
          search={({ q, ...page }) =>
            apiQuery('GET /ext/objects/{id}/equipment', {
              params: { id: objectId },
              query: { ...(q && { q }), is_active: 'true', ...page },
            })
          }
          toOption={({ id, name, kind, location }) => ({
            key: id,
            name,
            detail: [kind, location].filter(Boolean).join(' · '),
            isPressed: id === selected?.id,
            onSelect: () => select({ id, name }),
          })}
        />
        {selected && (
          <Button variant="subtle" onClick={() => select(null)}>
            {texts.noneOfThem}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

/** The icon of equipment. */
export const EquipmentIcon = () => <Icon icon={IconEngine} size={18} />;
