import {
  notifyManager,
  onlineManager,
  type Query,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Ticket, TicketPage } from '../contract/operations.ts';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError, TimeoutError } from '../http/errors.ts';
import { showToast } from '../lib/toasts.ts';
import { type Answer, call, type Input, type OperationName, type OptionalIfEmpty } from './client.ts';
import { invalidateAfterReads } from './invalidation.ts';
import { keepPreviousRows } from './placeholder-data.ts';
import type { TicketChange } from './ticket-changes.ts';

export type QueryName = Extract<OperationName, `GET ${string}`>;
type Params = { params?: Record<string, string | number> };

// Told later, a page would for a moment be drawn from a new queue and an old answer, and lose what is in its inputs.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 3_600_000, // a worker in a basement goes on with what was read upstairs
      // What was refused stays refused; what got no answer is asked again, unless that took long already.
      retry: (count, error) =>
        !(error instanceof ApiError && error.status < 500) && !(error instanceof TimeoutError) && count < 3,
      networkMode: 'always',
      refetchOnReconnect: true, // `networkMode: 'always'` would switch it off
    },
    mutations: { networkMode: 'always' },
  },
});

// Pages that could not be read are read when the service answers again, which the browser's own events do not tell.
onlineManager.setEventListener((setOnline) => {
  setOnline(isOnline());
  return onConnectivityChange(() => setOnline(isOnline()));
});

/** The options of a read; its key begins with the operation, then the ids, then the query. */
export function apiQuery<Name extends QueryName>(name: Name, ...[input]: OptionalIfEmpty<Input<Name>>) {
  const { params = {}, query = {} } = (input ?? {}) as Params & { query?: object };
  return queryOptions<Answer<Name>>({
    queryKey: [name, params, query],
    queryFn: ({ signal }) => (call as (name: Name, request: object) => Promise<Answer<Name>>)(name, { ...input, signal }),
  });
}

/** One ticket; as lists have it until its own answer is there, and without a link instead of it. */
export function useTicket(id: number) {
  const client = useQueryClient();
  return useQuery({
    ...apiQuery('GET /tickets/{id}', { params: { id } }),
    initialData: () => ticketInLists(client, id),
    initialDataUpdatedAt: 0,
  });
}

function ticketInLists(client: QueryClient, id: number): Ticket | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: ['GET /tickets'] });
  const newestFirst = lists.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const pages = newestFirst.flatMap(({ state }) => (state.data as TicketPage | undefined) ?? []);
  return pages.flatMap(({ items }) => items).find((ticket) => ticket.id === id);
}

/** Puts what a step answered on the ticket's page; its rule is not part of that. What is being read may be older. */
export function cacheTicket(client: QueryClient, ticket: Ticket): void {
  const { queryKey } = apiQuery('GET /tickets/{id}', { params: { id: ticket.id } });
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (before) => ({ ...ticket, ...(before?.recurring && { recurring: before.recurring }) }));
}

export function useApiQuery<Name extends QueryName>(name: Name, ...input: OptionalIfEmpty<Input<Name>>) {
  return useQuery(apiQuery(name, ...input));
}

/** Like useRead, for a list: its rows stay on the screen while another page or search of it is read. */
export function useApiListQuery<Name extends QueryName>(name: Name, ...input: OptionalIfEmpty<Input<Name>>) {
  const options = apiQuery(name, ...input);
  return useQuery({ ...options, placeholderData: keepPreviousRows(options.queryKey) });
}

/** Marks what was read as old, wherever it is shown. */
export function invalidate(client: QueryClient, ...names: QueryName[]): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as QueryName) });
}

/** The same, of certain tickets. Ends when what is shown is read. */
export const invalidateTickets = (client: QueryClient, ids: number[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => isReadOfTickets(queryKey, ids) });

/** The same, for changes by others: reads that are under way are not cancelled. */
export function invalidateChanged(client: QueryClient, change: TicketChange): Promise<void> {
  if (change !== 'any') return invalidateAfterReads(client, ({ queryKey }) => isReadOfTickets(queryKey, change));
  const isMeant = ({ queryKey: [name] }: Query): boolean => String(name).startsWith('GET /tickets') || isReadBeside(name);
  return invalidateAfterReads(client, isMeant, false);
}

/** Pages of the tickets, all lists, and whether rules wait for them. */
const isReadOfTickets = ([name, params]: readonly unknown[], ids: number[]): boolean =>
  name === 'GET /tickets' ||
  name === 'GET /ext/recurring/{id}/outlook' ||
  (String(name).startsWith('GET /tickets/{id}') && ids.includes(Number((params as { id: number }).id)));

/** What changes with tickets, and what the stream of changes does not tell of. */
const isReadBeside = (name: unknown): boolean => name === 'GET /invitations' || name === 'GET /ext/recurring/{id}/outlook';

interface SendOptions<Name extends OperationName> {
  /** the reads that are old afterwards */
  changes: QueryName[];
  onDone?: (answer: Answer<Name>, input: Input<Name>) => void;
  /** a form shows its refusal itself */
  quiet?: boolean;
}

/** A write that tells of its refusal and makes old what it changes. */
export function useApiMutation<Name extends OperationName>(name: Name, { changes, onDone, quiet = false }: SendOptions<Name>) {
  const client = useQueryClient();
  return useMutation<Answer<Name>, Error, Input<Name>>({
    mutationFn: (input) => (call as (name: Name, request: object) => Promise<Answer<Name>>)(name, input),
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (error) => {
      if (!quiet) showToast({ error });
    },
    onSettled: () => invalidate(client, ...changes),
  });
}
