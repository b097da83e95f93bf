import { notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { QueryName } from '../api/client.ts';
import { moveInLists } from '../api/queries.ts';
import type { Profile, Ticket } from '../contract/schemas.ts';
import { parseStored } from '../lib/storage.ts';
import { currentSession, isUnverified, onSessionChange } from '../session/session-store.ts';
import { createRecord, type DataRecord, readRecords, trimRecords, writeRecords } from './records.ts';

// The responses that a page can be shown with when there is no connection. They are stored as they are read, and put into the
// query cache when the connection is missing.

const storedOperations: ReadonlySet<unknown> = new Set<QueryName>([
  'GET /tickets',
  'GET /tickets/{id}',
  'GET /ext/tickets',
  'GET /ext/tickets/{id}',
  'GET /tickets/{id}/events',
  'GET /tickets/{id}/photos',
  'GET /ext/tickets/{id}/thumbs',
  'GET /ext/tickets/{id}/attachments',
  'GET /ext/tickets/{id}/comments',
  'GET /ext/tickets/{id}/edits',
  'GET /ext/tickets/{id}/holds',
  'GET /ext/tickets/{id}/appointments',
  'GET /ext/tickets/{id}/costs',
  'GET /ext/tickets/{id}/quotes',
  'GET /ext/costs/last',
  'GET /ext/tickets/{id}/contacts',
  'GET /ext/tickets/{id}/checklist',
  'GET /ext/objects/{id}/notes',
  'GET /invitations',
  'GET /projects',
  'GET /ext/notifications',
  'GET /ext/workload',
]);
const maxResponses = 400;
/** Of all stored responses together, in characters of JSON. */
const maxTotalLength = 4_000_000;
/** So many are written before the oldest are looked for again. */
const writesPerTrim = 50;
const writeDelayMs = 1_000;
/** Longer than a working day without a connection: the cache would otherwise drop what no page shows. */
const gcTimeMs = 24 * 3_600_000;

interface StoredResponse {
  queryKey: QueryKey;
  data: unknown;
}

const isStoredResponse = (value: unknown): value is StoredResponse =>
  typeof value === 'object' && value !== null && 'data' in value && 'queryKey' in value && Array.isArray(value.queryKey);

let isRestoring = false;

/** Stores the responses that are read from now on, for the account that is signed in. */
export function storeResponses(client: QueryClient): void {
  storeProfile();
  for (const name of storedOperations) client.setQueryDefaults([name], { gcTime: gcTimeMs });
  const cache = client.getQueryCache();
  /** The hashes of the queries. */
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writesSinceTrim = writesPerTrim;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // What an operation will change is shown before the service has accepted it, and must not be stored.
    if (client.isMutating() > 0) return schedule();
    const user = currentSession()?.user;
    const queries = [...changed].flatMap((hash) => cache.get(hash) ?? []);
    changed.clear();
    const responses = user ? queries.flatMap((query) => toRecord(user.id, query)) : [];
    if (!user || responses.length === 0) return;
    writesSinceTrim += responses.length;
    await writeRecords([profileRecord(user), ...responses]);
    if (writesSinceTrim > writesPerTrim) {
      writesSinceTrim = 0;
      await trimResponses(user.id);
    }
  }
  function schedule(): void {
    timer ??= setTimeout(() => void write(), writeDelayMs);
  }

  cache.subscribe((event) => {
    if (isRestoring || event.type !== 'updated' || event.action.type !== 'success') return;
    if (!storedOperations.has(event.query.queryKey[0])) return;
    changed.add(event.query.queryHash);
    schedule();
  });
  // A phone may end a page that is not shown.
  document.addEventListener('visibilitychange', () => document.hidden && changed.size > 0 && void write());
}

const profileRecord = (user: Profile): DataRecord => createRecord(user.id, 'profile', '', user);

/** Stores who is signed in, each time that the service confirms it. */
function storeProfile(): void {
  let lastToken = '';
  const store = (): void => {
    const session = currentSession();
    if (!session || isUnverified(session) || session.token === lastToken) return;
    lastToken = session.token;
    void writeRecords([profileRecord(session.user)]);
  };
  onSessionChange(store);
  store();
}

function toRecord(user: string, { queryKey, queryHash, state }: Query): DataRecord[] {
  if (state.data === undefined) return [];
  return [createRecord(user, 'response', queryHash, JSON.stringify({ queryKey, data: state.data }), state.dataUpdatedAt)];
}

function trimResponses(user: string): Promise<void> {
  let totalLength = 0;
  return trimRecords(user, 'response', ({ value }, position) => {
    totalLength += String(value).length;
    return position < maxResponses && totalLength <= maxTotalLength;
  });
}

/**
 * Reads the stored responses of an account.
 * @returns a function that puts those into the cache that it does not have
 */
export async function readResponses(user: string): Promise<(client: QueryClient) => void> {
  const records = await readRecords<string>(user, 'response');
  return (client) => {
    isRestoring = true;
    try {
      notifyManager.batch(() => {
        for (const { value, at } of records) {
          const response = parseStored(value, isStoredResponse);
          if (!response || client.getQueryData(response.queryKey) !== undefined) continue;
          client.setQueryData(response.queryKey, response.data, { updatedAt: at });
        }
        // A ticket that was read after its lists, such as one that was just accepted, may have changed its list.
        for (const { state } of client.getQueryCache().findAll({ queryKey: ['GET /tickets/{id}'] }))
          if (state.data) moveInLists(client, state.data as Ticket, state.dataUpdatedAt);
      });
    } finally {
      isRestoring = false;
    }
  };
}
