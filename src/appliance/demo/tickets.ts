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
import { type Agenda, byDay, dice } from './agenda.ts';
import type { Building, BuiltProject, City } from './built.ts';
import { type Report, reasons, reports, type Subject } from './reports.ts';

const pictures = join(import.meta.dirname, 'photos');

/** One step in the life of a ticket. */
type Step = 'create' | 'assign' | 'take' | 'start' | 'before' | 'after' | 'done' | 'reject' | 'confirm' | 'cancel';

const lives: Record<string, Step[]> = {
  new: ['create'],
  assigned: ['create', 'assign'],
  in_progress: ['create', 'take', 'start', 'before'],
  done: ['create', 'take', 'start', 'before', 'after', 'done'],
  rejected: ['create', 'assign', 'start', 'before', 'done', 'reject'],
  confirmed: ['create', 'take', 'start', 'before', 'after', 'done', 'confirm'],
  reworked: ['create', 'assign', 'start', 'before', 'done', 'reject', 'start', 'after', 'done', 'confirm'],
  canceled: ['create', 'cancel'],
};

/** How a project's tickets stand today; the others are closed. */
const open = ['new', 'new', 'assigned', 'in_progress', 'done'];
const perProject = 18;
/** Days over which the closed ones are spread. */
const spread = 46;

/** The longest that a step comes after the one before, in hours. */
const longest: Record<Step, number> = {
  create: 0,
  assign: 20,
  take: 14,
  start: 26,
  before: 1,
  after: 3,
  done: 1,
  reject: 22,
  confirm: 40,
  cancel: 8,
};

export function planTickets(deps: Building, agenda: Agenda, city: City): void {
  const roll = dice(41);
  const projects = city.clients.flatMap(({ projects }) => projects);
  for (const [p, project] of projects.entries()) {
    const known = reports[project.language];
    for (let k = 0; k < perProject; k++) {
      const report = known[(k + p * 7) % known.length];
      if (!report) continue;
      const today = [...open, p % 2 ? 'rejected' : 'in_progress'][k];
      const life = lives[today ?? (k % 7 === 0 ? 'canceled' : k % 4 === 0 ? 'reworked' : 'confirmed')] ?? [];
      const end = today
        ? agenda.ago({ hours: 1 + roll(30), minutes: roll(60) })
        : agenda.ago({ days: 1 + ((k - open.length) * spread) / perProject, hours: roll(20), minutes: roll(60) });
      const story = new Story(
        deps,
        agenda,
        city.admin,
        project,
        report,
        (p === 0 && k < 5 ? 0 : k + p) % project.members.length,
        k,
      );
      for (const [step, at] of backwards(life, end, roll)) agenda.plan(at, () => story.take(step));
    }
  }
}

/** The moments of steps of which the last one ends a story. */
function backwards(steps: Step[], end: Date, roll: (below: number) => number): [Step, Date][] {
  const planned: [Step, Date][] = [];
  let at = byDay(end);
  for (const step of steps.toReversed()) {
    planned.unshift([step, at]);
    at = byDay(plus(at, -minutes(6) - roll(hours(longest[step]) + 1)));
  }
  return planned;
}

/** One ticket and those who have to do with it. */
class Story {
  readonly #deps: Building;
  readonly #agenda: Agenda;
  readonly #project: BuiltProject;
  readonly #report: Report;
  readonly #worker: Actor;
  readonly #admin: Actor;
  readonly #turn: number;
  #ticket = 0;

  constructor(deps: Building, agenda: Agenda, admin: Actor, project: BuiltProject, report: Report, member: number, turn: number) {
    const worker = project.members[member];
    if (!worker) throw new Error('nobody works there');
    this.#deps = deps;
    this.#agenda = agenda;
    this.#admin = admin;
    this.#project = project;
    this.#report = report;
    this.#worker = worker;
    this.#turn = turn;
  }

  async take(step: Step): Promise<void> {
    const { owner, language, objects } = this.#project;
    const worker = this.#worker;
    switch (step) {
      case 'create': {
        const { subject: _, ...report } = this.#report;
        const object_id = objects[this.#turn % objects.length] ?? 0;
        const ticket = await createTicket(this.#deps.db, owner, { ...report, object_id }, this.#agenda.now);
        this.#ticket = ticket.id;
        return;
      }
      case 'assign':
        return this.#move(this.#turn % 3 === 0 ? this.#admin : owner, 'assign', { worker_id: worker.id });
      case 'before':
      case 'after':
        return this.#picture(step);
      case 'reject':
        return this.#move(owner, 'reject', { reason: reasons.rework[language][this.#turn % 2] ?? '' });
      case 'cancel':
        return this.#move(owner, 'cancel', { reason: reasons.cancel[language][this.#turn % 2] ?? '' });
      case 'confirm':
        return this.#move(owner, 'confirm');
      default:
        return this.#move(worker, step);
    }
  }

  async #move(actor: Actor, op: Operation, details?: TransitionDetails): Promise<void> {
    await transition(this.#deps.db, actor, op, this.#ticket, this.#agenda.now, details);
  }

  async #picture(when: 'before' | 'after'): Promise<void> {
    const { subject } = this.#report;
    if (!subject) return;
    const { file, extension } = await spooled(this.#deps.config.dataDir, subject, when);
    const taken = this.#agenda.now.toISOString().replaceAll(/[-:]/g, '');
    const name = `IMG_${taken.slice(0, 8)}_${taken.slice(9, 13)}.${extension}`;
    await addPhoto({ ...this.#deps, clock: () => this.#agenda.now }, this.#worker, this.#ticket, { file, name });
  }
}

/** A copy of a picture as an upload would leave it. */
async function spooled(dataDir: string, subject: Subject, when: 'before' | 'after') {
  const picture = (await readdir(pictures)).find((name) => name.startsWith(`${subject}-${when}.`));
  if (!picture) throw new Error(`no picture of ${subject} ${when}`);
  const [, extension = ''] = picture.split('.');
  const type = photoTypes.find((known) => known === `image/${extension.replace('jpg', 'jpeg')}`);
  if (!type) throw new Error(`${picture} is no photo`);
  const folder = spoolFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  await copyFile(join(pictures, picture), path);
  return { file: { path, size: (await stat(path)).size, type }, extension };
}
