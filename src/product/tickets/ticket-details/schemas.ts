import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { PageOf } from '../../../platform/http/schemas.ts';
import type { TicketAdditions } from '../../../platform/module/ticket-fields.ts';
import { ticketStatuses } from '../lifecycle.ts';
import { Ticket, TicketDetail } from '../schemas.ts';
import { categories, priorities } from '../tables.ts';

/** How many values one filter may name. */
const maxValues = 100;
/** That fit into bigint, so that an id which no column can hold finds nothing. */
const maxIdDigits = 18;
const uuid = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}';

/** Up to 100 values with commas between them. */
function Several(pattern: string, description: string, examples: string[]) {
  return Type.String({ pattern: `^(${pattern})(,(${pattern})){0,${maxValues - 1}}$`, description, examples });
}

const SeveralIds = (what: string) => Several(`[1-9][0-9]{0,${maxIdDigits - 1}}`, `Ids of ${what}.`, ['1,2']);
const SeveralAccounts = (what: string) => Several(uuid, `Ids of ${what}.`, ['5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c']);
/** One of these values, or several with commas between them. */
export const OneOfSeveral = (values: readonly string[]) =>
  Several(values.join('|'), 'One value or several.', [values.slice(0, 2).join(',')]);

/** Filters over columns of the ticket; each takes several values with commas between them. */
export const columnFilters = {
  ids: Type.Optional(SeveralIds('tickets')),
  status: Type.Optional(OneOfSeveral(ticketStatuses)),
  category: Type.Optional(OneOfSeveral(categories)),
  priority: Type.Optional(OneOfSeveral(priorities)),
  project_id: Type.Optional(SeveralIds('projects')),
  object_id: Type.Optional(SeveralIds('objects')),
  worker_id: Type.Optional(SeveralAccounts('workers')),
  client_id: Type.Optional(SeveralAccounts('clients')),
};

/** The parameters of the list. */
export function detailsQuery({ filters, orders }: TicketAdditions) {
  const added: TProperties = Object.fromEntries(filters.map(({ name, schema }) => [name, Type.Optional(schema)]));
  const sorts = [...ownSorts, ...orders.map(({ name }) => name)] as [string, ...string[]];
  return Type.Object({ ...columnFilters, ...added, ...pageParameters(sorts, 'created_at') });
}

/** The parameters of the list, one of which leads to the next page. */
export const listQuery = (additions: TicketAdditions) =>
  Type.Object({
    ...detailsQuery(additions).properties,
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z,[1-9][0-9]{0,9}$',
        description:
          'The last ticket of the page before, as the header `Link` has it: the page begins behind it, whatever was deleted meanwhile. With `sort=created_at` and `sort=id`.',
        examples: ['2026-03-01T08:10:00.000Z,42'],
        'x-page': true,
      }),
    ),
  });

/** Orders by columns of the ticket. */
export const ownSorts = ['created_at', 'updated_at', 'priority', 'id'] as const;

type ColumnFilters = Static<ReturnType<typeof Type.Object<typeof columnFilters>>>;
export type DetailsQuery = ColumnFilters & {
  limit: number;
  offset: number;
  sort: string;
  order?: 'asc' | 'desc';
  after?: string;
};

const propertiesOf = (fields: TicketAdditions['fields']): TProperties =>
  Object.fromEntries(fields.map(({ name, schema }): [string, TSchema] => [name, schema]));

/** One ticket with the fields that modules add. */
export const detailsAnswer = ({ fields }: TicketAdditions) =>
  Type.Object(
    { ...TicketDetail.properties, ...propertiesOf(fields.filter(({ onlyInLists }) => !onlyInLists)) },
    { title: 'TicketDetails' },
  );

/** A page of tickets with the fields that modules add. */
export function detailsPage({ fields }: TicketAdditions) {
  const page = PageOf(
    Type.Object(
      { ...Ticket.properties, ...propertiesOf(fields.filter(({ onlyInDetails }) => !onlyInDetails)) },
      { title: 'TicketListItem' },
    ),
  );
  const total_is_lower_bound = Type.Optional(
    Type.Boolean({ description: 'true: there are more than `total` says, which is counted up to 10,000. Left out otherwise.' }),
  );
  return Type.Object({ ...page.properties, total_is_lower_bound }, { title: 'TicketListPage' });
}
