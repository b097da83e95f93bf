import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { EquipmentReference } from '../../contract/schemas.ts';
import { type SelectedObject, toSelectedObject } from '../../features/recent-objects.ts';

interface Props {
  id: number;
  /** of the object */
  equipmentId: number | undefined;
  onFound: (object: SelectedObject, equipment: EquipmentReference | undefined) => void;
}

/** Selects the object and the equipment in the URL when the service accepts tickets for them. */
export function PreselectedObject({ id, equipmentId, onFound }: Props) {
  const found = useApiQuery('GET /ext/objects', { query: { id, ready: '1' } });
  const equipment = useQuery({
    ...apiQuery('GET /ext/equipment/{id}', { params: { id: equipmentId ?? 0 } }),
    enabled: equipmentId !== undefined,
  });
  const object = found.data?.items[0];
  const isRead = object !== undefined && (equipmentId === undefined || !equipment.isPending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when both were read
  useEffect(() => {
    if (!isRead) return;
    const { data } = equipment;
    const isOfObject = data?.object_id === object.id && data.is_active;
    onFound(toSelectedObject(object), isOfObject ? { id: data.id, name: data.name } : undefined);
  }, [isRead]);
  return null;
}
