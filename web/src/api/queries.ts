import {
  type Query,
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Ticket, TicketListItem, TicketPage } from '../contract/schemas.ts';
import { showToast } from '../lib/toasts.ts';
import { type Answer, call, type Input, type OperationName, type OptionalIfEmpty, type QueryName } from './client.ts';
import { invalidate } from './invalidation.ts';
import { keepPreviousRows } from './keep-previous-rows.ts';

type Params = { params?: Record<string, string | number> };
type UntypedCall<Name extends OperationName> = (name: Name, request: object) => Promise<Answer<Name>>;

/** The options for `useQuery`. The key is the operation, its path parameters and its query. */
export function apiQuery<Name extends QueryName>(name: Name, ...[input]: OptionalIfEmpty<Input<Name>>) {
  const { params = {}, query = {} } = (input ?? {}) as Params & { query?: object };
  return queryOptions<Answer<Name>>({
    queryKey: [name, params, query],
    queryFn: ({ signal }) => (call as UntypedCall<Name>)(name, { ...input, signal }),
  });
}

/** Reads with an operation of the API. */
export function useApiQuery<Name extends QueryName>(name: Name, ...input: OptionalIfEmpty<Input<Name>>) {
  return useQuery(apiQuery(name, ...input));
}

/** Reads a list: its rows stay on the screen while another page or search of it is read. */
export function useApiListQuery<Name extends QueryName>(name: Name, ...input: OptionalIfEmpty<Input<Name>>) {
  const options = apiQuery(name, ...input);
  return useQuery({ ...options, placeholderData: keepPreviousRows(options.queryKey) });
}

/** Reads one ticket. Until the response is there, and without a connection, it is shown as the lists have it. */
export function useTicket(id: number) {
  const client = useQueryClient();
  return useQuery({
    ...apiQuery('GET /tickets/{id}', { params: { id } }),
    initialData: () => ticketInLists(client, id),
    initialDataUpdatedAt: 0,
  });
}

/** The lists of tickets in the cache. */
export const ticketLists = (client: QueryClient): Query<unknown>[] =>
  client.getQueryCache().findAll({ predicate: ({ queryKey: [name] }) => name === 'GET /tickets' || name === 'GET /ext/tickets' });

function ticketInLists(client: QueryClient, id: number): Ticket | undefined {
  const newestFirst = ticketLists(client).sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const pages = newestFirst.flatMap(({ state }) => (state.data as TicketPage | undefined) ?? []);
  return pages.flatMap(({ items }) => items).find((ticket) => ticket.id === id);
}

/**
 * Puts a ticket from a response into the cache; its rule, which that response does not have, is kept. It moves to the lists of
 * its status: they may not be read again before the connection is lost.
 */
export function cacheTicket(client: QueryClient, ticket: Ticket): void {
  moveInLists(client, ticket);

  const { queryKey } = apiQuery('GET /tickets/{id}', { params: { id: ticket.id } });
  void client.cancelQueries({ queryKey }); // its response may be older
  client.setQueryData(queryKey, (before) => ({ ...ticket, ...(before?.recurring && { recurring: before.recurring }) }));
}

/**
 * Moves a ticket to the cached lists of its status.
 * @param readAt when it was read, in milliseconds: newer lists stay as they are
 */
export function moveInLists(client: QueryClient, ticket: Ticket, readAt = Date.now()): void {
  for (const { queryKey, state } of ticketLists(client)) {
    const page = state.data as TicketPage | undefined;
    if (!page || state.dataUpdatedAt > readAt) continue;
    const toItem = queryKey[0] === 'GET /tickets' ? () => ticket : (before?: Ticket) => toListItem(ticket, before);
    const next = withTicket(page, ticket, queryKey[2] as ListQuery, toItem);
    if (next !== page) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}

/** An item of `GET /ext/tickets`: what it has besides its ticket stays until it is read again. */
function toListItem(ticket: Ticket, before?: Partial<TicketListItem>): TicketListItem {
  const {
    deadline = null,
    updated_at = ticket.created_at,
    photos = 0,
    comments = 0,
    attachments = 0,
    tags = [],
    equipment = null,
    reference = null,
    cover_url = null,
    appointment = null,
    recurring_pattern = null,
    checklist = null,
  } = before ?? {};
  const hold = (before?.status === ticket.status && before.hold) || null; // transitions end it
  const unknown = { retention: null, handed_back: null, cost: null, over_limit: false, on_my_way_at: null };
  const kept = {
    deadline,
    updated_at,
    photos,
    comments,
    attachments,
    tags,
    equipment,
    cover_url,
    appointment,
    recurring_pattern,
    reference,
    checklist,
  };
  return { ...ticket, ...unknown, ...kept, hold };
}

type ListQuery = NonNullable<Input<'GET /ext/tickets'>['query']>;
/** With other parameters it is not known here which tickets a list has. */
const knownParameters: readonly string[] = ['status', 'sort', 'order', 'limit', 'offset'];

/** A page of a list after the change of a ticket; the same page when nothing changes. */
function withTicket(
  page: TicketPage,
  ticket: Ticket,
  { status, offset = 0, ...rest }: ListQuery,
  toItem: (before?: Ticket) => Ticket,
): TicketPage {
  const { items, total } = page;
  const isListed = !status || status.split(',').includes(ticket.status);
  if (items.some(({ id }) => id === ticket.id)) {
    if (!isListed) return { ...page, items: items.filter(({ id }) => id !== ticket.id), total: Math.max(0, total - 1) };
    return { ...page, items: items.map((other) => (other.id === ticket.id ? toItem(other) : other)) };
  }
  const mayAdd = status && isListed && offset === 0 && Object.keys(rest).every((name) => knownParameters.includes(name));
  return mayAdd ? { ...page, items: [toItem(), ...items], total: total + 1 } : page;
}

interface MutationOptions<Name extends OperationName> {
  /** the queries that the mutation changes */
  invalidates: readonly QueryName[];
  onSuccess?: (answer: Answer<Name>, input: Input<Name>) => void;
}

/** Writes with an operation of the API. An error is shown in a toast. */
export function useApiMutation<Name extends OperationName>(name: Name, options: MutationOptions<Name>) {
  return useMutation(useMutationOptions(name, { ...options, onError: (error) => showToast({ error }) }));
}

/** Writes with an operation of the API from a form, which shows the error. */
export function useFormMutation<Name extends OperationName>(name: Name, options: MutationOptions<Name>) {
  return useMutation(useMutationOptions(name, options));
}

function useMutationOptions<Name extends OperationName>(
  name: Name,
  { invalidates, onSuccess, onError }: MutationOptions<Name> & { onError?: (error: Error) => void },
): UseMutationOptions<Answer<Name>, Error, Input<Name>> {
  const client = useQueryClient();
  return {
    mutationFn: (input) => (call as UntypedCall<Name>)(name, input),
    onSuccess: (answer, input) => onSuccess?.(answer, input),
    ...(onError && { onError }),
    onSettled: () => invalidate(client, ...invalidates),
  };
}
