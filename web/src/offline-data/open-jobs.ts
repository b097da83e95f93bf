import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { apiQuery } from '../api/queries.ts';
import type { Status } from '../contract/enums.ts';
import type { Ticket, TicketPage } from '../contract/schemas.ts';
import { isOnline } from '../http/connectivity.ts';
import { currentSession } from '../session/session-store.ts';
import { type PhotoSource, storePhotos, trimPhotos } from './photos.ts';

// What a worker needs today is read before it is asked for: the open jobs of the lists that were read, with their journals,
// photos, pictures of the report and contacts, and the invitations.

const openStatuses: readonly Status[] = ['rejected', 'in_progress', 'assigned'];
const maxJobs = 30;
/** Of one job, the newest. */
const maxPhotosPerJob = 6;
/** Of one job, the first. */
const maxReportPicturesPerJob = 4;
/** The requests of the page come first. */
const readDelayMs = 1_500;
/** Without live updates everything may have changed all the time: an unchanged job is read again no sooner. */
const minRereadMs = 5 * 60_000;

/** Follows the lists of the worker who is signed in. */
export function prefetchOpenJobs(client: QueryClient): void {
  let isScheduled = false;
  let isReading = false;
  /** The ticket as the lists had it when its details were read. */
  const readAs = new Map<number, string>();

  const schedule = (): void => {
    if (!isScheduled) setTimeout(() => void read(), readDelayMs);
    isScheduled = true;
  };

  async function read(): Promise<void> {
    isScheduled = false;
    const user = currentSession()?.user;
    if (user?.role !== 'worker') return;
    if (isReading) return schedule();
    const mayContinue = (): boolean => isOnline() && currentSession()?.user.id === user.id;
    isReading = true;
    try {
      const jobs = openJobs(client, user.id);
      await readQuery(client, invitations);
      await readQuery(client, openJobsQuery());
      await readQuery(client, lastCostsQuery());
      for (const job of jobs) {
        const row = JSON.stringify(job);
        const before = readAs.get(job.id);
        if (!mayContinue()) return;
        await readJob(client, job, before !== undefined && before !== row);
        readAs.set(job.id, row);
      }
      const sources = jobs.flatMap((job) => photoSources(client, job));
      if (!savesData()) await storePhotos(user.id, sources, mayContinue);
      await trimPhotos(user.id);
    } finally {
      isReading = false;
    }
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== 'GET /tickets') return;
    if (isOnline()) schedule();
  });
  if (isOnline()) schedule();
}

/** All open jobs of a worker, with their appointments: what the page of the day is made of. */
export const openJobsQuery = () => apiQuery('GET /ext/tickets', { query: { status: openStatuses.join(','), limit: 100 } });

/** What the worker has written down last as costs, with the prices. */
export const lastCostsQuery = () => apiQuery('GET /ext/costs/last', { query: { limit: 100 } });

const invitations = apiQuery('GET /invitations', { query: { limit: 100 } });

/** The lines of costs of a ticket, and what they count in. */
export const costsQuery = (id: number) => apiQuery('GET /ext/tickets/{id}/costs', { params: { id }, query: { limit: 100 } });

/** The same queries as those of the page of a ticket. */
const queriesOf = ({ id, object_id }: Ticket) => ({
  ticket: apiQuery('GET /tickets/{id}', { params: { id } }),
  journal: apiQuery('GET /tickets/{id}/events', { params: { id }, query: { limit: 25, offset: 0, order: 'desc' } }),
  comments: apiQuery('GET /ext/tickets/{id}/comments', { params: { id }, query: { limit: 25, offset: 0, order: 'desc' } }),
  contacts: apiQuery('GET /ext/tickets/{id}/contacts', { params: { id } }),
  notes: apiQuery('GET /ext/objects/{id}/notes', { params: { id: object_id } }),
  photos: apiQuery('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } }),
  thumbs: apiQuery('GET /ext/tickets/{id}/thumbs', { params: { id }, query: { limit: 100 } }),
  costs: costsQuery(id),
  attachments: apiQuery('GET /ext/tickets/{id}/attachments', { params: { id }, query: { limit: 100 } }),
  details: apiQuery('GET /ext/tickets/{id}', { params: { id } }),
  checklist: apiQuery('GET /ext/tickets/{id}/checklist', { params: { id } }),
});

/** What shows a job: the first pictures of its report and the newest photos of the work. */
function photoSources(client: QueryClient, job: Ticket): PhotoSource[] {
  const { photos, thumbs, attachments } = queriesOf(job);
  const newest = (client.getQueryData(photos.queryKey)?.items ?? []).slice(-maxPhotosPerJob);
  const thumbUrls = new Map(client.getQueryData(thumbs.queryKey)?.items.map(({ photo_id, url }) => [photo_id, url]));
  const reported = (client.getQueryData(attachments.queryKey)?.items ?? []).filter(({ kind }) => kind === 'report');
  return [
    ...reported
      .slice(0, maxReportPicturesPerJob)
      .map(({ id, url, thumb_url }): PhotoSource => ({ id: `attachment ${id}`, url, thumbUrl: thumb_url })),
    ...newest.map(({ id, url }) => ({ id, url, thumbUrl: thumbUrls.get(id) })),
  ];
}

/** @param hasChanged since its details were read */
async function readJob(client: QueryClient, job: Ticket, hasChanged: boolean): Promise<void> {
  const { ticket, journal, comments, contacts, notes, photos, thumbs, costs, attachments, details, checklist } = queriesOf(job);
  await Promise.all([
    readQuery(client, ticket, hasChanged),
    readQuery(client, journal, hasChanged),
    readQuery(client, contacts, hasChanged),
    readQuery(client, notes),
    readQuery(client, photos, hasChanged),
    readQuery(client, thumbs, hasChanged),
    readQuery(client, attachments, hasChanged),
  ]);
  await readQuery(client, comments, hasChanged);
  await readQuery(client, costs, hasChanged);
  const listed = client.getQueryData(openJobsQuery().queryKey)?.items.find(({ id }) => id === job.id);
  if (listed?.checklist) await readQuery(client, checklist, hasChanged);
  // It says when a rule runs; other tickets have nothing there that their page shows.
  if (client.getQueryData(ticket.queryKey)?.recurring) await readQuery(client, details, hasChanged);
}

/** Reads what was not read, and what was read long ago; errors are left to the page that shows it. */
async function readQuery(client: QueryClient, query: { queryKey: QueryKey }, hasChanged = false): Promise<void> {
  const state = client.getQueryState(query.queryKey);
  const isOld = Date.now() - (state?.dataUpdatedAt ?? 0) > minRereadMs;
  if (hasChanged || isOld) await client.prefetchQuery({ ...query, staleTime: 0, retry: false } as FetchQueryOptions);
}

/** The open jobs of a worker, as the newest list has each of them. */
function openJobs(client: QueryClient, worker: string): Ticket[] {
  const lists = client.getQueryCache().findAll({ queryKey: ['GET /tickets'] });
  const oldestFirst = lists.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  const tickets = new Map<number, Ticket>();
  for (const { state } of oldestFirst)
    for (const ticket of (state.data as TicketPage | undefined)?.items ?? []) tickets.set(ticket.id, ticket);
  const isOpen = ({ status, worker_id }: Ticket): boolean => worker_id === worker && openStatuses.includes(status);
  return [...tickets.values()]
    .filter(isOpen)
    .sort((a, b) => openStatuses.indexOf(a.status) - openStatuses.indexOf(b.status))
    .slice(0, maxJobs);
}

/** Whether the user asks the browser to transfer little. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
