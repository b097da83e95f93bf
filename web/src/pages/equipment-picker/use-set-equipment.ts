import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidation.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePickerTexts } from './texts/texts.ts';

/** Says which equipment a ticket is about that was just created: the specified operation takes none. A failure is told. */
export function useSetEquipment(): (ticketId: number, equipmentId: number) => Promise<void> {
  const client = useQueryClient();
  const texts = usePickerTexts();
  return async (ticketId, equipmentId) => {
    try {
      await call('PUT /ext/tickets/{id}/equipment', { params: { id: ticketId }, body: { equipment_id: equipmentId } });
      invalidate(client, 'GET /ext/tickets', 'GET /ext/tickets/{id}');
    } catch {
      showToast({ text: texts.notSet });
    }
  };
}
