import type { AuthorRole } from '../comments/schemas.ts';
import type { HoldReason } from '../holds/schemas.ts';
import type { TicketAction, TicketStatus } from '../lifecycle.ts';
import type { Category, Priority } from '../tables.ts';

/** The names of what tickets can be, in one language: those of the console, mails, chats, job sheets and files. */
export interface Labels {
  status: Record<TicketStatus, string>;
  /** who has to act next, as each role reads it; statuses without an entry need no hint */
  waitingFor: Record<Exclude<AuthorRole, 'reporter'>, Partial<Record<TicketStatus, string>>>;
  category: Record<Category, string>;
  priority: Record<Priority, string>;
  role: Record<AuthorRole, string>;
  action: Record<TicketAction | 'taken' | 'reassigned', string>;
  holdReason: Record<HoldReason, string>;
}

export const en: Labels = {
  status: {
    new: 'New',
    assigned: 'Assigned',
    in_progress: 'In progress',
    done: 'Done',
    confirmed: 'Confirmed',
    rejected: 'Needs rework',
    closed: 'Closed',
  },
  waitingFor: {
    client: {
      new: 'Waiting for a worker',
      assigned: 'Waiting for the worker to start',
      done: 'Waiting for your confirmation',
      rejected: 'Waiting for the worker to start again',
    },
    worker: {
      new: 'Waiting for a worker',
      assigned: 'Waiting for you to start',
      done: 'Waiting for the client to confirm',
      rejected: 'Waiting for you to start again',
    },
    admin: {
      new: 'Waiting for a worker',
      assigned: 'Waiting for the worker to start',
      done: 'Waiting for the client to confirm',
      rejected: 'Waiting for the worker to start again',
    },
  },
  category: {
    electric: 'Electrical',
    plumbing: 'Plumbing',
    climate: 'Heating & cooling',
    elevator: 'Elevator',
    other: 'Other',
  },
  priority: {
    low: 'Low',
    normal: 'Normal',
    high: 'High',
  },
  role: {
    worker: 'Worker',
    client: 'Client',
    admin: 'Admin',
    reporter: 'Reporter',
  },
  action: {
    created: 'created the request',
    assigned: 'assigned the request',
    taken: 'accepted the request',
    reassigned: 'reassigned the request',
    started: 'started work',
    done: 'finished the job',
    confirmed: 'confirmed the work',
    rejected: 'requested rework',
    canceled: 'cancelled the request',
    photo_added: 'added a photo',
    photo_removed: 'removed a photo',
  },
  holdReason: {
    part: 'Waiting for a part',
    access: 'No access',
    quote: 'Waiting for a quote',
    weather: 'Weather',
    other: 'Other reason',
  },
};
