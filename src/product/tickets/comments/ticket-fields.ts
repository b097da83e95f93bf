import { Type } from 'typebox';
import type { TicketField } from '../../../platform/module/ticket-fields.ts';

/** The column is one of the field `photos` (ticket-details/core-fields.ts). */
export const ticketFields: readonly TicketField[] = [
  { name: 'comments', schema: Type.Integer({ description: 'How many comments it has.' }) },
];
