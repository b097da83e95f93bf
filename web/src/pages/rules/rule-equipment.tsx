import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { PatternDraft } from '../../features/patterns/pattern-draft.ts';
import { EquipmentField } from '../equipment-picker/equipment-field.tsx';
import { usePickerTexts } from '../equipment-picker/texts/texts.ts';

interface Props {
  objectId: number;
  attached: PatternDraft['attached'];
  onChange: (attached: PatternDraft['attached']) => void;
}

/** Chooses the equipment that each request is about. */
export function RuleEquipment({ objectId, attached, onChange }: Props) {
  const { equipment_id: id, ...others } = attached;
  const { data } = useQuery({ ...apiQuery('GET /ext/equipment/{id}', { params: { id: id ?? 0 } }), enabled: id !== undefined });
  return (
    <EquipmentField
      objectId={objectId}
      selected={id === undefined ? undefined : { id, name: data?.name ?? `#${id}` }}
      onSelect={(equipment) => onChange({ ...others, ...(equipment && { equipment_id: equipment.id }) })}
    />
  );
}

/** The equipment that each request of a rule is about. */
export function PatternEquipment({ id }: { id: number }) {
  const texts = usePickerTexts();
  const { data } = useApiQuery('GET /ext/equipment/{id}', { params: { id } });
  if (!data) return null;
  return (
    <Text size="sm">
      {texts.label}:{' '}
      <Link to="/equipment/$id" params={{ id: String(id) }}>
        {data.name}
      </Link>
    </Text>
  );
}
