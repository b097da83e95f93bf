import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { PageOf, Uuid } from '../../../platform/http/schemas.ts';

const Count = Type.Integer();

/** What one worker has to do. */
export const Workload = Type.Object(
  { worker_id: Uuid, worker_name: Type.String(), open: Count, assigned: Count, in_progress: Count, rejected: Count, done: Count },
  { title: 'Workload', description: 'Tickets that are not closed, by status; `open` is their sum.' },
);
export const WorkloadPage = PageOf(Workload);
export type Workload = Static<typeof Workload>;

export const WorkloadQuery = Type.Object(pageParameters(['open', 'name'], 'open'));
export type WorkloadQuery = Static<typeof WorkloadQuery>;

export const OpenWorkQuery = Type.Object(pageParameters(['created_at', 'priority', 'id'], 'created_at'));
export type OpenWorkQuery = Static<typeof OpenWorkQuery>;
