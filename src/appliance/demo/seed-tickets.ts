import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import { addPhoto } from '../../product/photos/actions.ts';
import { spool, spoolFolder } from '../../product/photos/receive-upload.ts';
import { createTicket } from '../../product/tickets/create-ticket.ts';
import type { Operation } from '../../product/tickets/lifecycle.ts';
import { type TransitionDetails, transition } from '../../product/tickets/transition.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeededData, SeededProject } from './seed-accounts.ts';
import { reasons, type TicketTemplate, ticketTemplates } from './ticket-templates.ts';
import { seededRandom, toWorkingHours } from './timeline.ts';

const photosFolder = join(import.meta.dirname, 'photos');

type Step = 'create' | 'assign' | 'take' | 'start' | 'photo before' | 'photo after' | 'done' | 'reject' | 'confirm' | 'cancel';

/** The steps that lead to a status, or to a closed ticket with a certain history. */
const stepsTo = {
  new: ['create'],
  assigned: ['create', 'assign'],
  in_progress: ['create', 'take', 'start', 'photo before'],
  done: ['create', 'take', 'start', 'photo before', 'photo after', 'done'],
  rejected: ['create', 'assign', 'start', 'photo before', 'done', 'reject'],
  confirmed: ['create', 'take', 'start', 'photo before', 'photo after', 'done', 'confirm'],
  reworked: ['create', 'assign', 'start', 'photo before', 'done', 'reject', 'start', 'photo after', 'done', 'confirm'],
  canceled: ['create', 'cancel'],
} satisfies Record<string, Step[]>;

type Outcome = keyof typeof stepsTo;

const ticketsPerProject = 18;
/** Statuses of the first tickets of each project; one more differs by project, the others are closed. */
const openStatuses: Outcome[] = ['new', 'new', 'assigned', 'in_progress', 'done'];
/** The closed tickets ended within so many days. */
const closedWithinDays = 46;

/** The maximum time between a step and the one before it. */
const maxDelayHours: Record<Step, number> = {
  create: 0,
  assign: 20,
  take: 14,
  start: 26,
  'photo before': 1,
  'photo after': 3,
  done: 1,
  reject: 22,
  confirm: 40,
  cancel: 8,
};

/** Schedules the steps of all tickets that no rule creates. */
export function scheduleTickets(data: SeededData): void {
  const { timeline, projects } = data;
  const random = seededRandom(41);
  for (const [p, project] of projects.entries()) {
    const templates = ticketTemplates[project.language];
    for (let k = 0; k < ticketsPerProject; k++) {
      const template = templates[(k + p * 7) % templates.length];
      // The worker whose login is printed has open tickets in every status.
      const worker = project.members[(p === 0 && k < 5 ? 0 : k + p) % project.members.length];
      if (!template || !worker) throw new Error(`the demo has no template or worker for ${project.name}`);
      const openStatus = [...openStatuses, p % 2 ? ('rejected' as const) : ('in_progress' as const)][k];
      const lastStepAt = openStatus
        ? timeline.ago({ hours: 1 + random(30), minutes: random(60) })
        : timeline.ago({
            days: 1 + ((k - openStatuses.length) * closedWithinDays) / ticketsPerProject,
            hours: random(20),
            minutes: random(60),
          });
      const ticket: DemoTicket = { id: 0, project, template, worker, index: k };
      for (const [step, at] of stepTimes(stepsTo[openStatus ?? closedOutcome(k)], lastStepAt, random)) {
        timeline.schedule(at, () => runStep(data, ticket, step));
      }
    }
  }
}

function closedOutcome(k: number): Outcome {
  if (k % 7 === 0) return 'canceled';
  return k % 4 === 0 ? 'reworked' : 'confirmed';
}

/** The times of steps, counted back from the last one. */
function stepTimes(steps: Step[], lastStepAt: Date, random: (below: number) => number): [Step, Date][] {
  const times: [Step, Date][] = [];
  let at = toWorkingHours(lastStepAt);
  for (const step of steps.toReversed()) {
    times.unshift([step, at]);
    at = toWorkingHours(plus(at, -minutes(6) - random(hours(maxDelayHours[step]) + 1)));
  }
  return times;
}

interface DemoTicket {
  /** 0 until the ticket is created */
  id: number;
  project: SeededProject;
  template: TicketTemplate;
  worker: Actor;
  /** position among the tickets of the project, which selects the object and other variants */
  index: number;
}

async function runStep(data: SeededData, ticket: DemoTicket, step: Step): Promise<void> {
  const { deps, timeline, admin } = data;
  const { worker, index } = ticket;
  const { owner, language, objects } = ticket.project;
  const changeStatus = (actor: Actor, operation: Operation, details?: TransitionDetails): Promise<unknown> =>
    transition(deps, actor, operation, ticket.id, timeline.now, details);
  switch (step) {
    case 'create': {
      const { photoSubject: _, ...template } = ticket.template;
      const object_id = objects[index % objects.length]?.id ?? 0;
      ticket.id = (await createTicket(deps, owner, { ...template, object_id }, timeline.now)).id;
      break;
    }
    case 'assign':
      await changeStatus(index % 3 === 0 ? admin : owner, 'assign', { worker_id: worker.id });
      break;
    case 'photo before':
    case 'photo after':
      await addDemoPhoto(data, ticket, step === 'photo before' ? 'before' : 'after');
      break;
    case 'reject':
    case 'cancel':
      await changeStatus(owner, step, { reason: reasons[step][language][index % 2] ?? '' });
      break;
    case 'confirm':
      await changeStatus(owner, step);
      break;
    default:
      await changeStatus(worker, step);
  }
}

async function addDemoPhoto({ deps, timeline }: SeededData, ticket: DemoTicket, when: 'before' | 'after'): Promise<void> {
  const { photoSubject } = ticket.template;
  if (!photoSubject) return;
  const source = (await readdir(photosFolder)).find((name) => name.startsWith(`${photoSubject}-${when}.`));
  if (!source) throw new Error(`the demo has no photo ${photoSubject}-${when}`);
  const content = createReadStream(join(photosFolder, source));
  const file = await spool(content, spoolFolder(deps.config.dataDir), Number.POSITIVE_INFINITY);
  const takenAt = timeline.now.toISOString().replaceAll(/[-:]/g, '');
  const name = `IMG_${takenAt.slice(0, 8)}_${takenAt.slice(9, 13)}${extname(source)}`;
  await addPhoto(deps, ticket.worker, ticket.id, { file, name });
}
