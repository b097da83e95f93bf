import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../api/queries.ts';
import type { Ticket, Workload } from '../../../contract/schemas.ts';
import { absenceText, isAway } from '../../../features/absences/absence-text.ts';
import { useAbsenceTexts } from '../../../features/absences/texts/texts.ts';
import { useAccountTrust } from '../../../features/account-trust/use-account-trust.ts';
import { membersQuery } from '../../../features/assigning/candidates.ts';
import { isReassignable } from '../../../features/assigning/reassignable.ts';
import { localDate, startOfLocalDay } from '../../../lib/calendar-date.ts';

const refetchIntervalMs = 15_000;
const maxWorkers = 100;
/** Over so many weeks is counted what a worker usually finishes in one. */
const weeks = 4;

export interface RailWorker {
  id: string;
  name: string;
  load: Workload;
  /** how many requests the worker finishes in a week; undefined: not known yet */
  usual: number | undefined;
  isDisabled: boolean;
  /** away now or soon, in words */
  absence: string | undefined;
  isAway: boolean;
}

const noLoad = { open: 0, assigned: 0, in_progress: 0, rejected: 0, done: 0 };

/** The workers by name: those with open requests, and the other ones who can be given some. */
export function useRail() {
  const absenceTexts = useAbsenceTexts();
  const workload = useQuery({
    ...apiQuery('GET /ext/workload', { query: { limit: maxWorkers } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
  const accounts = useQuery(apiQuery('GET /users', { query: { role: 'worker', limit: maxWorkers, sort: 'name', order: 'asc' } }));
  const today = localDate(new Date());
  const stats = useQuery(apiQuery('GET /ext/stats', { query: { from: startOfLocalDay(today, -7 * weeks), group: 'month' } }));
  const planner = useQuery(apiQuery('GET /ext/planner', { query: { from: today, to: today } }));
  const busy = workload.data?.items ?? [];
  const trust = useAccountTrust(busy.map(({ worker_id }) => worker_id).sort());
  const known = new Set(busy.map(({ worker_id }) => worker_id));
  // While some of those with work are not read, nobody is known to have none.
  const others = (workload.data?.total ?? 0) > busy.length ? [] : (accounts.data?.items ?? []);
  const idle = others
    .filter(({ id, confirmed_at, is_active }) => confirmed_at && is_active && !known.has(id))
    .map(({ id, name }): Workload => ({ worker_id: id, worker_name: name, ...noLoad }));
  const toWorker = (load: Workload): RailWorker => {
    const done = stats.data?.by_worker.find(({ worker_id }) => worker_id === load.worker_id);
    const absences = planner.data?.workers.find(({ id }) => id === load.worker_id)?.absences ?? [];
    const finished = done && done.closed - done.canceled;
    return {
      id: load.worker_id,
      name: load.worker_name,
      load,
      usual: finished ? Math.max(1, Math.round(finished / weeks)) : undefined,
      isDisabled: Boolean(trust.of(load.worker_id)?.disabled_at),
      absence: absenceText(absences, absenceTexts),
      isAway: isAway(absences),
    };
  };
  return {
    workers:
      workload.data && !accounts.isPending
        ? [...busy, ...idle].map(toWorker).sort((one, other) => one.name.localeCompare(other.name))
        : undefined,
    error: workload.data ? undefined : workload.error,
    retry: () => void workload.refetch(),
  };
}

export type Refusal = 'disabled' | 'away' | 'notMember' | 'isTheirs' | 'noneMovable';

/** Which of some tickets a worker can take, and why none. */
export interface Fit {
  tickets: Ticket[];
  refusal: Refusal | undefined;
  /** whether the members of the projects are read; on a slow link the service refuses those who are none */
  isKnown: boolean;
}

/**
 * Which of the tickets each worker can take. The members of their projects are read with the first question about them.
 * @returns a function that returns undefined while there are no tickets
 */
export function useFit(tickets: Ticket[]): (worker: RailWorker) => Fit | undefined {
  const projects = [...new Set(tickets.map(({ project_id }) => project_id))];
  const members = useQueries({ queries: projects.map(membersQuery) });
  const idsOf = new Map(
    projects.map((project, index) => {
      const active = members[index]?.data?.filter(({ status, is_active }) => status === 'active' && is_active);
      return [project, active && new Set(active.map(({ id }) => id))];
    }),
  );
  const movable = tickets.filter((ticket) => ticket.status === 'new' || isReassignable(ticket));
  const isKnown = members.every(({ isPending }) => !isPending);
  return (worker) => {
    if (tickets.length === 0) return undefined;
    const ofMember = movable.filter(({ project_id }) => idsOf.get(project_id)?.has(worker.id) ?? true);
    const possible = ofMember.filter(({ worker_id }) => worker_id !== worker.id);
    return { tickets: possible, refusal: refusalOf(worker, { movable, ofMember, possible }), isKnown };
  };
}

interface Steps {
  movable: Ticket[];
  ofMember: Ticket[];
  possible: Ticket[];
}

function refusalOf(worker: RailWorker, { movable, ofMember, possible }: Steps): Refusal | undefined {
  if (worker.isDisabled) return 'disabled';
  if (movable.length === 0) return 'noneMovable';
  if (ofMember.length === 0) return 'notMember';
  if (possible.length === 0) return 'isTheirs';
  return worker.isAway ? 'away' : undefined;
}
