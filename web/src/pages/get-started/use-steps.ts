import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';

export type StepName = 'client' | 'project' | 'object' | 'worker' | 'ticket' | 'notifications';

export interface Step {
  name: StepName;
  isDone: boolean;
  /** the steps that it needs are done */
  isPossible: boolean;
}

const one = { limit: 1 } as const;
const hasAny = (page: { total: number } | undefined): boolean | undefined => page && page.total > 0;

interface Steps {
  /** undefined until all were read */
  steps: Step[] | undefined;
  /** the newest project */
  project: Project | undefined;
}

/** What a client needs before a worker can accept the first request. */
export function useClientSteps(): Steps {
  const { project, hasProject, hasObject } = useProject();
  const members = useQuery({
    ...apiQuery('GET /projects/{id}/workers', { params: { id: project?.id ?? 0 }, query: one }),
    enabled: project !== undefined,
  });
  const tickets = useApiQuery('GET /tickets', { query: one });
  const messenger = useApiQuery('GET /auth/messenger').data;
  const hasWorker = hasProject === false ? false : hasAny(members.data);
  const canNotify = messenger && (messenger.enabled || messenger.token_configurable);
  const steps = complete([
    { name: 'project', isDone: hasProject, isPossible: true },
    { name: 'object', isDone: hasObject, isPossible: hasProject === true },
    { name: 'worker', isDone: hasWorker, isPossible: hasProject === true },
    { name: 'ticket', isDone: hasAny(tickets.data), isPossible: hasObject === true },
    { name: 'notifications', isDone: messenger?.enabled && messenger.bound, isPossible: true },
  ]);
  return { project, steps: steps?.filter(({ name }) => name !== 'notifications' || canNotify) };
}

/** What an admin needs before a client can work with the service. */
export function useAdminSteps(): Steps {
  const { project, hasProject, hasObject } = useProject();
  const clients = useApiQuery('GET /users', { query: { role: 'client', ...one } });
  const workers = useApiQuery('GET /users', { query: { role: 'worker', ...one } });
  const hasClient = hasAny(clients.data);
  const steps = complete([
    { name: 'client', isDone: hasClient, isPossible: true },
    { name: 'project', isDone: hasProject, isPossible: hasClient === true },
    { name: 'object', isDone: hasObject, isPossible: hasProject === true },
    { name: 'worker', isDone: hasAny(workers.data), isPossible: hasProject === true },
  ]);
  return { project, steps };
}

function useProject() {
  const projects = useApiQuery('GET /projects', { query: { order: 'desc', ...one } });
  const objects = useApiQuery('GET /ext/objects', { query: one });
  return { project: projects.data?.items[0], hasProject: hasAny(projects.data), hasObject: hasAny(objects.data) };
}

type ReadStep = Omit<Step, 'isDone'> & { isDone: boolean | undefined };
const isRead = (step: ReadStep): step is Step => step.isDone !== undefined;
const complete = (steps: ReadStep[]): Step[] | undefined => (steps.every(isRead) ? steps : undefined);

/** Hides the steps for good when they are done: later visits of the page read nothing for them. */
export function useHideWhenDone(steps: Step[] | undefined, hide: () => void): void {
  const isDone = steps?.every((step) => step.isDone) === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last step is done
  useEffect(() => {
    if (isDone) hide();
  }, [isDone]);
}
