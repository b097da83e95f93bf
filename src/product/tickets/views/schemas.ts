import type { Generated } from 'kysely';
import { type TProperties, type TSchema, Type } from 'typebox';
import type { Timestamp } from '../../../platform/database/tables.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, Id, Name, PageOf } from '../../../platform/http/schemas.ts';
import type { TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { detailsQuery } from '../ticket-details/schemas.ts';

/** Of one account, and of those that are shared. */
export const maxViews = 100;
/** Of the filters as a query string, which has to fit into the request line that proxies accept. */
export const maxQueryLength = 4_000;
const maxNameLength = 100;

/** Parameters of the list, by name. */
export type Filters = Record<string, string>;

export interface SavedView {
  id: number;
  name: string;
  query: Filters;
  shared: boolean;
}

export interface NewView {
  name: string;
  query: Filters;
  shared?: boolean;
}

const Query = Type.Unsafe<Filters>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Parameters of `GET /ext/tickets`.',
});
const Shared = Type.Boolean({ description: 'true: everybody reads it, and admins change it.' });

export const SavedViewAnswer = Type.Object(
  { id: Id, name: Type.String(), query: Query, shared: Type.Boolean() },
  { title: 'SavedView' },
);
export const SavedViewPage = PageOf(SavedViewAnswer);
export const ViewQuery = Type.Object(pageParameters(['name', 'id'], 'name'));

/** Bodies whose filters follow the rules of the ticket list with these additions. */
export function viewBodies(additions: TicketAdditions) {
  const name = Name(1, maxNameLength, ['Urgent and new']);
  const query = savedQuery(additions);
  return {
    CreateView: Type.Object({ name, query, shared: Type.Optional(Shared) }, { title: 'CreateView' }),
    ChangeView: Changes('ChangeView', { name, query, shared: Shared }),
  };
}

/** The parameters of the list without its pages and defaults. */
function savedQuery(additions: TicketAdditions) {
  const { limit: _limit, offset: _offset, ...parameters } = detailsQuery(additions).properties as TProperties;
  const optional = Object.entries(parameters).map(([name, parameter]): [string, TSchema] => {
    const { default: _default, ...schema } = parameter as TSchema & { default?: unknown };
    return [name, Type.Optional(schema)];
  });
  return Type.Unsafe<Filters>(
    Type.Object(Object.fromEntries(optional), { additionalProperties: false, description: 'Parameters of `GET /ext/tickets`.' }),
  );
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

interface SavedViewsTable {
  id: Generated<number>;
  /** null: shared */
  owner_id: string | null;
  name: string;
  /** the filters, as JSON text when written */
  query: unknown;
  created_at: Timestamp;
}
