import type { ColumnType, Generated } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { AppointmentAnswer, AppointmentEnd, OfferEnd, OfferedWindow } from './schemas.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    ticket_appointments: TicketAppointmentsTable;
    ticket_appointment_offers: TicketAppointmentOffersTable;
  }
}

interface TicketAppointmentsTable {
  id: Generated<number>;
  ticket_id: number;
  from_at: Timestamp;
  to_at: Timestamp;
  note: string;
  /** null: the account was deleted */
  set_by: string | null;
  set_by_name: string;
  set_at: Timestamp;
  answer: AppointmentAnswer | null;
  answer_note: Generated<string>;
  answered_at: OptionalTimestamp;
  /** a trigger of 062_ticket_appointments.sql also sets it, when the ticket is canceled */
  ended_at: OptionalTimestamp;
  end_reason: AppointmentEnd | null;
  remind_at: OptionalTimestamp;
}

interface TicketAppointmentOffersTable {
  id: Generated<number>;
  ticket_id: number;
  windows: ColumnType<OfferedWindow[], string, never>;
  /** null: the account was deleted */
  offered_by: string | null;
  offered_by_name: string;
  offered_at: Timestamp;
  ended_at: OptionalTimestamp;
  /** a trigger of 062_ticket_appointments.sql also sets it, when the ticket is closed */
  end_reason: OfferEnd | null;
  answer_note: Generated<string>;
}
