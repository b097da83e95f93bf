import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiQuery, useApiMutation, useApiQuery } from '../../../api/queries.ts';
import type { Ticket } from '../../../contract/schemas.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { EquipmentIcon, EquipmentPicker } from '../../equipment-picker/equipment-picker.tsx';
import { usePickerTexts } from '../../equipment-picker/texts/texts.ts';
import { canArrange } from './can-arrange.ts';

/** What of its building a ticket is about, as a link to its page. Its client, its worker and admins can change it. */
export function TicketEquipment({ ticket }: { ticket: Ticket }) {
  const { id, object_id } = ticket;
  const texts = usePickerTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const params = { id };
  const details = apiQuery('GET /ext/tickets/{id}', { params });
  const { data } = useQuery(details);
  const set = useApiMutation('PUT /ext/tickets/{id}/equipment', {
    invalidates: ['GET /ext/tickets', 'GET /ext/tickets/{id}'],
    // Shown at once: what is read again takes a moment.
    onSuccess: ({ equipment }) => client.setQueryData(details.queryKey, (before) => before && { ...before, equipment }),
  });
  const inUse = useApiQuery('GET /ext/objects/{id}/equipment', {
    params: { id: object_id },
    query: { is_active: 'true', limit: 1 },
  });
  if (!data) return null;
  const equipment = data.equipment ?? null; // a stored response of an earlier version has none
  const canChoose = canArrange(me, ticket) && (equipment !== null || (inUse.data?.total ?? 0) > 0);
  if (!equipment && !canChoose) return null;
  return (
    <Group gap="xs">
      {equipment && (
        <span className="ticket-tag">
          <Group component="span" gap={6} wrap="nowrap">
            <EquipmentIcon />
            <Link to="/equipment/$id" params={{ id: String(equipment.id) }} title={texts.label}>
              {equipment.name}
            </Link>
          </Group>
        </span>
      )}
      {/* One button for both, so that it keeps the focus. */}
      {canChoose && (
        <Button
          variant="subtle"
          px="xs"
          disabled={!isOnline}
          leftSection={equipment ? undefined : <EquipmentIcon />}
          onClick={() => setOpen(true)}
        >
          {equipment ? texts.change : texts.choose}
        </Button>
      )}
      {isOpen && (
        <EquipmentPicker
          objectId={object_id}
          selected={equipment}
          onSelect={(chosen) => set.mutate({ params, body: { equipment_id: chosen?.id ?? null } })}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}
