import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { plus } from '../../platform/lib/clock.ts';
import { hours, minutes } from '../../platform/lib/duration.ts';
import { photoTypes } from '../../platform/storage/photo-type.ts';
import { addPhoto } from '../../product/photos/actions.ts';
import { spoolFolder } from '../../product/photos/spool.ts';
import { createTicket } from '../../product/tickets/actions.ts';
import type { Operation } from '../../product/tickets/lifecycle.ts';
import { type TransitionDetails, transition } from '../../product/tickets/transition.ts';
import type { Actor } from '../../product/visibility.ts';
import type { SeedDeps, SeededData, SeededProject } from './seed-accounts.ts';
import { type PhotoSubject, reasons, type TicketTemplate, ticketTemplates } from './ticket-templates.ts';
import { seededRandom, type Timeline, toWorkingHours } from './timeline.ts';

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
export function scheduleTickets(deps: SeedDeps, timeline: Timeline, { admin, projects }: SeededData): void {
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
      const ticket = new DemoTicket(deps, timeline, admin, project, template, worker, k);
      for (const [step, at] of stepTimes(stepsTo[openStatus ?? closedOutcome(k)], lastStepAt, random)) {
        timeline.schedule(at, () => ticket.run(step));
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

/** Runs the steps of one ticket. */
class DemoTicket {
  readonly #deps: SeedDeps;
  readonly #timeline: Timeline;
  readonly #admin: Actor;
  readonly #project: SeededProject;
  readonly #template: TicketTemplate;
  readonly #worker: Actor;
  /** position among the tickets of the project, which selects the object and other variants */
  readonly #index: number;
  #id = 0;

  constructor(
    deps: SeedDeps,
    timeline: Timeline,
    admin: Actor,
    project: SeededProject,
    template: TicketTemplate,
    worker: Actor,
    index: number,
  ) {
    this.#deps = deps;
    this.#timeline = timeline;
    this.#admin = admin;
    this.#project = project;
    this.#template = template;
    this.#worker = worker;
    this.#index = index;
  }

  async run(step: Step): Promise<void> {
    const { owner, language } = this.#project;
    switch (step) {
      case 'create':
        return this.#create();
      case 'assign':
        return this.#transition(this.#index % 3 === 0 ? this.#admin : owner, 'assign', { worker_id: this.#worker.id });
      case 'photo before':
        return this.#addPhoto('before');
      case 'photo after':
        return this.#addPhoto('after');
      case 'reject':
      case 'cancel':
        return this.#transition(owner, step, { reason: reasons[step][language][this.#index % 2] ?? '' });
      case 'confirm':
        return this.#transition(owner, 'confirm');
      default:
        return this.#transition(this.#worker, step);
    }
  }

  async #create(): Promise<void> {
    const { photoSubject: _, ...template } = this.#template;
    const { owner, objects } = this.#project;
    const object_id = objects[this.#index % objects.length]?.id ?? 0;
    const ticket = await createTicket(this.#deps, owner, { ...template, object_id }, this.#timeline.now);
    this.#id = ticket.id;
  }

  async #transition(actor: Actor, operation: Operation, details?: TransitionDetails): Promise<void> {
    await transition(this.#deps, actor, operation, this.#id, this.#timeline.now, details);
  }

  async #addPhoto(when: 'before' | 'after'): Promise<void> {
    const { photoSubject } = this.#template;
    if (!photoSubject) return;
    const { file, extension } = await spoolPhoto(this.#deps.config.dataDir, photoSubject, when);
    const takenAt = this.#timeline.now.toISOString().replaceAll(/[-:]/g, '');
    const name = `IMG_${takenAt.slice(0, 8)}_${takenAt.slice(9, 13)}.${extension}`;
    await addPhoto({ ...this.#deps, clock: () => this.#timeline.now }, this.#worker, this.#id, { file, name });
  }
}

/** Copies a photo to where uploads wait. */
async function spoolPhoto(dataDir: string, subject: PhotoSubject, when: 'before' | 'after') {
  const source = (await readdir(photosFolder)).find((name) => name.startsWith(`${subject}-${when}.`));
  if (!source) throw new Error(`the demo has no photo ${subject}-${when}`);
  const [, extension = ''] = source.split('.');
  const type = photoTypes.find((known) => known === `image/${extension.replace('jpg', 'jpeg')}`);
  if (!type) throw new Error(`${source} is not a photo`);
  const folder = spoolFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  await copyFile(join(photosFolder, source), path);
  return { file: { path, size: (await stat(path)).size, type }, extension };
}
