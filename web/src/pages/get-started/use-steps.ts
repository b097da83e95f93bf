import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, useApiQuery } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { usePushState } from '../notifications/use-push.ts';
import type { StartStep } from './start-steps.ts';

export type StepName = 'project' | 'object' | 'worker' | 'ticket' | 'notifications' | StartStep;

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
  const push = usePushState();
  const hasWorker = hasProject === false ? false : hasAny(members.data);
  const hasPush = push === 'on' || push === 'off';
  const canNotify = hasPush || (messenger && (messenger.enabled || messenger.token_configurable));
  const isNotified = messenger && push && (push === 'on' || (messenger.enabled && messenger.bound));
  const steps = complete([
    { name: 'project', isDone: hasProject, isPossible: true },
    { name: 'object', isDone: hasObject, isPossible: hasProject === true },
    { name: 'worker', isDone: hasWorker, isPossible: hasProject === true },
    { name: 'ticket', isDone: hasAny(tickets.data), isPossible: hasObject === true },
    { name: 'notifications', isDone: isNotified, isPossible: true },
  ]);
  return { project, steps: steps?.filter(({ name }) => name !== 'notifications' || canNotify) };
}

/** What an admin needs before a client can work with the service: the screens of the set-up. */
export function useAdminSteps(): Steps {
  const { project, hasObject } = useProject();
  const settings = useApiQuery('GET /ext/settings').data;
  const workers = useApiQuery('GET /users', { query: { role: 'worker', ...one } });
  const push = usePushState();
  const url = settings?.public_url.value;
  const steps = complete([
    { name: 'address', isDone: settings && typeof url === 'string' && !isLoopbackUrl(url), isPossible: true },
    { name: 'mail', isDone: settings && settings['smtp.host'].value !== null, isPossible: true },
    { name: 'buildings', isDone: hasObject, isPossible: true },
    { name: 'people', isDone: hasAny(workers.data), isPossible: true },
    { name: 'device', isDone: push && push === 'on', isPossible: true },
  ]);
  // Without notifications nothing is to be set up on the device.
  return { project, steps: steps?.filter(({ name }) => name !== 'device' || push === 'on' || push === 'off') };
}

/** Whether a request was closed: then the first steps are over, whichever were left out. */
export const useHasClosedRequest = (): boolean | undefined =>
  hasAny(useApiQuery('GET /tickets', { query: { status: 'closed', ...one } }).data);

function useProject() {
  const projects = useApiQuery('GET /projects', { query: { order: 'desc', ...one } });
  const objects = useApiQuery('GET /ext/objects', { query: one });
  return { project: projects.data?.items[0], hasProject: hasAny(projects.data), hasObject: hasAny(objects.data) };
}

type ReadStep = Omit<Step, 'isDone'> & { isDone: boolean | undefined };
const isRead = (step: ReadStep): step is Step => step.isDone !== undefined;
const complete = (steps: ReadStep[]): Step[] | undefined => (steps.every(isRead) ? steps : undefined);

/** Hides the steps for good when they are over: later visits of the page read nothing for them. */
export function useHideWhen(isOver: boolean, hide: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last step is done
  useEffect(() => {
    if (isOver) hide();
  }, [isOver]);
}
