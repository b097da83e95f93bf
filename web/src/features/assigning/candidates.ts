import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { MemberAbsence, ProjectWorker, Workload } from '../../contract/schemas.ts';
import { isAway } from '../absences/absence-text.ts';
import { readAllPages } from './all-pages.ts';

/** A worker to whom tickets can be assigned. */
export interface Candidate {
  id: string;
  name: string;
  phone: string;
  email: string;
  /** undefined when it could not be read */
  load: Workload | undefined;
  absences: MemberAbsence[];
  /** the projects, of those asked for, in which the worker is an active member */
  projectIds: number[];
}

/**
 * Reads the active members of projects, without disabled accounts: first those who are not away, of these those of the most
 * projects, then those with the fewest open tickets.
 */
export function useCandidates(projectIds: number[]) {
  const members = useQueries({ queries: projectIds.map(membersQuery) });
  const loads = useQueries({ queries: projectIds.map(loadsQuery) });
  const absences = useQueries({ queries: projectIds.map(absencesQuery) });
  const failed = members.find(({ isError, data }) => isError && !data);
  const isPending = [...members, ...loads, ...absences].some((query) => query.isPending);
  const workloads = new Map(loads.flatMap(({ data }) => data ?? []).map((load) => [load.worker_id, load]));
  // Those of a member of several projects are the same in each.
  const away = Map.groupBy(
    absences.flatMap(({ data }) => data ?? []),
    ({ worker_id }) => worker_id,
  );
  const found = new Map<string, Candidate>();
  for (const [index, { data = [] }] of members.entries()) {
    for (const member of data.filter(({ status, is_active }) => status === 'active' && is_active)) {
      const projects = [...(found.get(member.id)?.projectIds ?? []), projectIds[index] ?? 0];
      found.set(member.id, {
        ...candidateOf(member, workloads.get(member.id), projects),
        absences: away.get(member.id) ?? [],
      });
    }
  }
  return {
    /** in one of the projects and in none an active member with an enabled account */
    unavailable: unavailableOf(
      members.flatMap(({ data = [] }) => data),
      found,
    ),
    candidates: isPending ? undefined : [...found.values()].sort(byPresenceProjectsAndLoad),
    error: failed?.error,
    retry: () => void failed?.refetch(),
  };
}

/** Each once: somebody may be invited to several of the projects. */
const unavailableOf = (members: ProjectWorker[], candidates: ReadonlyMap<string, unknown>): ProjectWorker[] => [
  ...new Map(members.filter(({ id }) => !candidates.has(id)).map((member) => [member.id, member])).values(),
];

/** All members of a project. */
export const membersQuery = (id: number) => ({
  queryKey: ['GET /projects/{id}/workers', { id }, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readAllPages<ProjectWorker>((query) => call('GET /projects/{id}/workers', { params: { id }, query, signal })),
});

const loadsQuery = (id: number) => ({
  queryKey: ['GET /ext/projects/{id}/workload', { id }, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readAllPages<Workload>((query) => call('GET /ext/projects/{id}/workload', { params: { id }, query, signal })),
});

const absencesQuery = (id: number) => ({
  queryKey: ['GET /ext/projects/{id}/absences', { id }, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readAllPages<MemberAbsence>((query) => call('GET /ext/projects/{id}/absences', { params: { id }, query, signal })),
});

const candidateOf = (
  { id, name, phone, email }: ProjectWorker,
  load: Workload | undefined,
  projectIds: number[],
): Omit<Candidate, 'absences'> => ({
  ...{ id, name, phone, email },
  ...{ load, projectIds },
});

/** Enter selects the first one, who should be there to do the work. */
function byPresenceProjectsAndLoad(one: Candidate, other: Candidate): number {
  const presence = Number(isAway(one.absences)) - Number(isAway(other.absences));
  if (presence !== 0) return presence;
  if (one.projectIds.length !== other.projectIds.length) return other.projectIds.length - one.projectIds.length;
  return (one.load?.open ?? 0) - (other.load?.open ?? 0) || one.name.localeCompare(other.name);
}
