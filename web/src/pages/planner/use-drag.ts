import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import { useCandidates } from '../../features/assigning/candidates.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import type { Job } from './jobs.ts';
import type { Day } from './shown-days.ts';

export interface Drag {
  /** the job that is dragged */
  job: Job | undefined;
  /** the properties of an element with which a job is dragged */
  source: (job: Job) => { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  /** whether the job can be given to a worker, as far as it is known; null: nobody */
  takes: (workerId: string | null) => boolean;
  /** whether the day is not over */
  isPossibleDay: (day: Day) => boolean;
}

/** The job that is dragged, and where it can be dropped: the members of its project are read when the drag begins. */
export function useDrag(): Drag {
  const me = useCurrentUser();
  const [job, setJob] = useState<Job>();
  const isWorker = me.role === 'worker';
  const id = job?.ticket_id ?? 0;
  const { data: ticket } = useQuery({ ...apiQuery('GET /tickets/{id}', { params: { id } }), enabled: job !== undefined });
  const known = job && ticket?.id === id ? ticket : undefined;
  const { candidates } = useCandidates(known && !isWorker ? [known.project_id] : []);
  function takes(workerId: string | null): boolean {
    if (!job) return false;
    if (isWorker) return workerId === me.id;
    if (workerId === null) return job.status === 'new';
    if (!known || !candidates) return true;
    return known.worker_id === workerId || candidates.some((one) => one.id === workerId);
  }
  return {
    job,
    takes,
    isPossibleDay: ({ ends }) => ends > new Date(),
    source: (dragged) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.setData('text/plain', `#${dragged.ticket_id}`);
        event.dataTransfer.effectAllowed = 'move';
        setJob(dragged);
      },
      onDragEnd: () => setJob(undefined),
    }),
  };
}
