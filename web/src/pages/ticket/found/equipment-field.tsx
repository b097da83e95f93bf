import { NativeSelect } from '@mantine/core';
import { useApiQuery } from '../../../api/queries.ts';
import { useFoundTexts } from './texts/texts.ts';

interface Props {
  objectId: number;
  /** an id, or empty */
  value: string;
  onChange: (value: string) => void;
}

/** What of the building it is about; missing where the building has no equipment, or it cannot be read. */
export function EquipmentField({ objectId, value, onChange }: Props) {
  const texts = useFoundTexts();
  const equipment = useApiQuery('GET /ext/objects/{id}/equipment', {
    params: { id: objectId },
    query: { limit: 100, is_active: 'true' },
  });
  const items = equipment.data?.items ?? [];
  if (items.length === 0) return null;
  const options = items.map(({ id, name, location }) => ({
    value: String(id),
    label: location ? `${name} (${location})` : name,
  }));
  return (
    <NativeSelect
      label={texts.equipment}
      value={value}
      data={[{ value: '', label: texts.none }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
