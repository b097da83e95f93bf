import type { RawBuilder, SqlBool } from 'kysely';
import type { TicketFilters } from '../tickets/list-filters.ts';
import type { AssignmentState } from '../visibility.ts';
import type { DetailsQuery } from './schemas.ts';

/** A list as the database reads it. */
export interface ListPlan {
  query: DetailsQuery;
  assignment: AssignmentState;
  conditions: RawBuilder<SqlBool>[];
  /** the conditions as `GET /tickets` has them, for each status; undefined when it does not */
  plainFilters: TicketFilters[] | undefined;
  /** Only few of its texts exist, so that they are prepared and one plan serves all values. */
  isPrepared: boolean;
  /** all rows instead of a page */
  isWhole?: true;
}
