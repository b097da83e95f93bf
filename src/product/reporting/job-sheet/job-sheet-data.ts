import type { Branding } from '../../../platform/config/branding.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Appointment } from '../../tickets/appointments/schemas.ts';
import type { TicketChain } from '../../tickets/chain/schemas.ts';
import type { AnswerState, ItemKind } from '../../tickets/checklists/schemas.ts';
import type { AuthorRole } from '../../tickets/comments/schemas.ts';
import type { CostKind } from '../../tickets/costs/schemas.ts';
import type { TicketDeadline } from '../../tickets/deadlines/schemas.ts';
import type { EditableField } from '../../tickets/edits/schemas.ts';
import type { Hold } from '../../tickets/holds/schemas.ts';
import type { TicketAction, TicketStatus } from '../../tickets/lifecycle.ts';
import type { Category, Priority } from '../../tickets/tables.ts';

// What a job sheet shows. Plain data, which is copied to the thread that renders it. Times are ISO 8601.

export interface JobSheetData {
  language: Language;
  /** the name in the IANA database of the zone in which times are written */
  timezone: string;
  printedAt: string;
  /** whose document it is; undefined: the look of the product */
  branding?: Branding;
  ticket: JobSheetTicket;
  deadline: TicketDeadline | null;
  /** what the work waits for */
  hold: Pick<Hold, 'reason' | 'until'> | null;
  appointment: Pick<Appointment, 'from' | 'to'> | null;
  /** null: there are none, or who asks may not see them */
  costs: JobSheetCosts | null;
  /** null: the ticket has none */
  checklist: JobSheetChecklist | null;
  /** the journal, the oldest first */
  events: readonly JobSheetEvent[];
  /** older entries that `events` lacks */
  earlierEvents: number;
  /** corrections, the oldest first */
  edits: readonly JobSheetEdit[];
  /** older corrections that `edits` lacks */
  earlierEdits: number;
  /** the oldest first */
  comments: readonly JobSheetComment[];
  /** older comments that `comments` lacks */
  earlierComments: number;
  /** pictures of the report, and photos of the work that show what was broken */
  before: readonly JobSheetPhoto[];
  /** the other photos of the work */
  after: readonly JobSheetPhoto[];
  /** photos that `before` and `after` lack */
  furtherPhotos: number;
  /** named by who has signed, the oldest first */
  signatures: readonly JobSheetPhoto[];
  chain: Pick<TicketChain, 'ok' | 'reason' | 'head' | 'entries' | 'since'>;
}

export interface JobSheetTicket {
  id: number;
  status: TicketStatus;
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
  address: string;
  project_name: string;
  object_name: string;
  client_name: string;
  worker_id?: string;
  worker_name?: string;
  created_at: string;
  assigned_at?: string;
  started_at?: string;
  done_at?: string;
  confirmed_at?: string;
  closed_at?: string;
  cancel_reason?: string;
  rework_count: number;
}

/** Amounts are in minor units of the currency. */
export interface JobSheetCosts {
  currency: string;
  lines: readonly JobSheetCost[];
  /** of all lines, those that `lines` lacks too */
  total: number;
  /** lines that `lines` lacks */
  furtherLines: number;
  /** of the quote that was approved last; null: none */
  approved: number | null;
}

export interface JobSheetCost {
  kind: CostKind;
  text: string;
  /** a decimal */
  quantity: string;
  unit: string;
  unit_price: number;
  amount: number;
  /** a date */
  on: string;
}

export interface JobSheetChecklist {
  name: string;
  items: readonly JobSheetItem[];
}

/** What is answered with a photo has no value. */
export interface JobSheetItem {
  label: string;
  kind: ItemKind;
  unit: string | null;
  /** the beginning of the answer */
  value: string | null;
  state: AnswerState;
  answered_by_name: string;
}

export interface JobSheetEvent {
  action: TicketAction;
  /** empty for `created` */
  from_status: string;
  /** empty when the account was deleted */
  actor_id: string;
  actor_name: string;
  /** a reason, the file name of a photo, or empty */
  comment: string;
  created_at: string;
}

export interface JobSheetEdit {
  field: EditableField;
  from: string;
  actor_name: string;
  created_at: string;
}

export interface JobSheetComment {
  author_name: string;
  author_role: AuthorRole;
  text: string;
  created_at: string;
  photos: readonly JobSheetPhoto[];
}

export interface JobSheetPhoto {
  name: string;
  author: string;
  created_at: string;
  /** a small JPEG file; null when the photo cannot be read */
  jpeg: Uint8Array | null;
}
