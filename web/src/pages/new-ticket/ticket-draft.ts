import type { CreateTicket, EquipmentReference } from '../../contract/schemas.ts';
import { isSelectedObject, type SelectedObject } from '../../features/recent-objects.ts';
import { defaultSchedule, type Schedule } from '../../features/schedule-fields.tsx';
import type { TicketFieldValues } from '../../features/ticket-fields.tsx';
import type { SelectedUser } from '../../features/user-picker.tsx';
import { fromLocalInput } from '../../i18n/dates.ts';
import { hasSameShape } from '../../lib/storage.ts';
import { type Contact, emptyContact } from './contact-on-site.tsx';

// What is filled in for a new ticket, apart from its pictures.

/** What was filled in. */
export interface Draft extends TicketFieldValues {
  /** whom an admin sends it for */
  client?: SelectedUser;
  contact: Contact;
  object?: SelectedObject;
  /** of the object, which the ticket is about */
  equipment?: EquipmentReference;
  repeats: boolean;
  schedule: Schedule;
}

/** A form in which nothing was filled in. */
export const emptyDraft: Draft = {
  ...{ description: '', floor: '', priority: 'normal', contact: emptyContact },
  ...{ repeats: false, schedule: defaultSchedule() },
};
const sampleEquipment: EquipmentReference = { id: 0, name: '' };
const sampleClient: SelectedUser = { id: '', name: '', email: '' };

/** Whether a stored value can be used. */
export const isDraft = (value: unknown): value is Draft =>
  hasSameShape(emptyDraft, value) &&
  (value.object === undefined || isSelectedObject(value.object)) &&
  (value.equipment === undefined || hasSameShape(sampleEquipment, value.equipment)) &&
  (value.client === undefined || hasSameShape(sampleClient, value.client));

/** @param description with the contact on site */
export function toBody({ object, category, floor, priority, repeats, schedule }: Draft, description: string): CreateTicket {
  return {
    object_id: object?.id ?? 0,
    category: category ?? 'other',
    description,
    floor: floor.trim(),
    priority,
    ...(repeats && { recurring: { anchor_at: fromLocalInput(schedule.anchor), period_days: Number(schedule.period) } }),
  };
}

/** The building is one of the client. */
export const withoutClient = ({ client: _, ...draft }: Draft): Draft => withObject(draft, undefined);

/** The equipment is of the building. */
export function withObject(draft: Draft, object: SelectedObject | undefined, equipment?: EquipmentReference): Draft {
  const { object: _, equipment: __, ...rest } = draft;
  return { ...rest, ...(object && { object }), ...(equipment && { equipment }) };
}
