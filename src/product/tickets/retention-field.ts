import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { Timestamp } from '../../platform/http/schemas.ts';
import type { TicketField } from '../../platform/module/ticket-fields.ts';

/** When retention removes a ticket; the job runs daily, so it may take a day longer. */
export const retentionField = ({ ticketRetentionDays: days, archive }: Config): TicketField => ({
  name: 'retention',
  schema: Type.Union(
    [
      Type.Object({
        removes_at: { ...Timestamp, description: 'From then on retention removes it.' },
        archived: Type.Boolean({ description: 'Whether it is archived before.' }),
      }),
      Type.Null(),
    ],
    { description: 'When a closed ticket is removed. null: it is not closed, or closed tickets are kept.' },
  ),
  columns: days === 0 ? sql`null as retention` : sql`t.closed_at + interval '1 day' * ${sql.lit(days)} as retention`,
  present: ({ retention }) => (typeof retention === 'string' ? { removes_at: retention, archived: archive } : null),
});
