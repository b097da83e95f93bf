import { type Static, Type } from 'typebox';
import type { Timestamp as StoredTimestamp } from '../../../platform/database/tables.ts';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { minutes } from '../../../platform/lib/duration.ts';
import type { TicketStatus } from '../lifecycle.ts';

/** The statuses in which a worker can be on the way. */
export const onMyWayStatuses = ['assigned', 'in_progress'] as const satisfies readonly TicketStatus[];

/** The client of a ticket is told once in so long. */
export const onMyWayIntervalMs = minutes(15);

export const OnMyWay = Type.Object({ at: { ...Timestamp, description: 'When the client was notified.' } }, { title: 'OnMyWay' });
export type OnMyWay = Static<typeof OnMyWay>;

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    workers_on_the_way: WorkersOnTheWayTable;
  }
}

interface WorkersOnTheWayTable {
  ticket_id: number;
  worker_id: string;
  /** when the worker said so last */
  at: StoredTimestamp;
}
