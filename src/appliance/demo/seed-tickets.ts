import { plus } from '../../platform/lib/clock.ts';
import { hours } from '../../platform/lib/duration.ts';
import { putAppointment } from '../../product/tickets/appointments/actions.ts';
import { addCost } from '../../product/tickets/costs/actions.ts';
import type { AddCost } from '../../product/tickets/costs/schemas.ts';
import { createTicket } from '../../product/tickets/create-ticket.ts';
import { putHold } from '../../product/tickets/holds/actions.ts';
import type { Operation } from '../../product/tickets/lifecycle.ts';
import { sendQuote } from '../../product/tickets/quotes/actions.ts';
import { handBack } from '../../product/tickets/reassignment/hand-back.ts';
import { type TransitionDetails, transition } from '../../product/tickets/transition.ts';
import type { Actor } from '../../product/visibility.ts';
import { openTickets } from './open-tickets.ts';
import type { SeededData, SeededProject } from './seed-accounts.ts';
import { scheduleComments } from './seed-comments.ts';
import { addDemoAttachment, addDemoPhoto } from './seed-photos.ts';
import type { DemoLanguage } from './text.ts';
import { type Outcome, type Step, stepsTo, stepTimes } from './ticket-steps.ts';
import { costTexts, reasons, type TicketTemplate, ticketTemplates } from './ticket-templates.ts';
import { seededRandom } from './timeline.ts';

const closedTicketsPerProject = 12;
/** The closed tickets ended within so many days. */
const closedWithinDays = 46;

/** Schedules the steps of all tickets that no rule creates. */
export function scheduleTickets(data: SeededData): void {
  const { timeline, projects, workers } = data;
  const random = seededRandom(41);
  const schedule = (ticket: Omit<DemoTicket, 'id'>, outcome: Outcome, lastStepAt: Date): void => {
    const created: DemoTicket = { ...ticket, id: 0 };
    const steps = stepTimes(stepsTo[outcome], lastStepAt, random);
    for (const [step, at] of steps) timeline.schedule(at, () => runStep(data, created, step));
    scheduleComments(data, created, steps);
  };
  for (const [p, project] of projects.entries()) {
    for (const [index, { outcome, hoursAgo, object, worker: position, ...template }] of openTickets[project.key].entries()) {
      const worker = workers[position];
      if (!worker) throw new Error(`the demo has no worker ${position}`);
      schedule({ project, template, worker, object, index }, outcome, timeline.ago({ hours: hoursAgo, minutes: random(50) }));
    }
    for (let k = 0; k < closedTicketsPerProject; k++) {
      const template = ticketTemplates[(k + p * 7) % ticketTemplates.length];
      const worker = project.members[(k + p) % project.members.length];
      if (!template || !worker) throw new Error(`the demo has no template or worker for ${project.key}`);
      const days = 1 + Math.floor((k * closedWithinDays) / closedTicketsPerProject);
      const lastStepAt = timeline.ago({ days, hours: random(20), minutes: random(60) });
      const object = k % project.objects.length;
      schedule({ project, template, worker, object, index: k }, closedOutcome(k), lastStepAt);
    }
  }
}

function closedOutcome(k: number): Outcome {
  if (k % 7 === 2) return 'canceled';
  return k % 4 === 0 ? 'reworked' : 'confirmed';
}

interface DemoTicket {
  /** 0 until the ticket is created */
  id: number;
  project: SeededProject;
  template: TicketTemplate;
  worker: Actor;
  /** position among the objects of the project */
  object: number;
  /** position among the tickets of the project, which selects variants */
  index: number;
}

/** The full hour of a day on which somebody comes: 8:00, 10:00 ... of UTC. */
function workingHourAfter(day: Date, index: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 8 + 2 * (index % 4)));
}

/** Work, a journey, and material for every other ticket. */
function costLines({ index }: DemoTicket, language: DemoLanguage): AddCost[] {
  const line = (kind: keyof typeof costTexts, quantity: string, unit: string, unit_price: number): AddCost => ({
    ...{ kind, text: costTexts[kind][language], quantity, unit, unit_price },
  });
  const lines = [line('labour', `${1 + (index % 3)}.5`, 'h', 5_200), line('travel', String(8 + index), 'km', 65)];
  return index % 2 === 0 ? [...lines, line('material', '1', '', 2_490 + 1_000 * (index % 5))] : lines;
}

async function runStep(data: SeededData, ticket: DemoTicket, step: Step): Promise<void> {
  const { deps, timeline, admin, language } = data;
  const { worker, index, template, project } = ticket;
  const changeStatus = (actor: Actor, operation: Operation, details?: TransitionDetails): Promise<unknown> =>
    transition(deps, actor, operation, ticket.id, timeline.now, details);
  switch (step) {
    case 'create': {
      const { category, priority, floor, description } = template;
      const object_id = project.objects[ticket.object] ?? 0;
      const fields = { category, priority, floor: floor[language], description: description[language], object_id };
      ticket.id = (await createTicket(deps, project.owner, fields, timeline.now)).id;
      // Every other client takes a picture.
      if (template.photoSubject && index % 2 === 0)
        await addDemoAttachment(data, project.owner, ticket.id, template.photoSubject);
      break;
    }
    case 'assign':
      await changeStatus(index % 3 === 0 ? admin : project.owner, 'assign', { worker_id: worker.id });
      break;
    case 'photo before':
    case 'photo after':
      if (template.photoSubject) {
        await addDemoPhoto(data, worker, ticket.id, `${template.photoSubject}-${step === 'photo before' ? 'before' : 'after'}`);
      }
      break;
    case 'reject':
    case 'cancel':
      await changeStatus(project.owner, step, { reason: reasons[step][index % 2]?.[language] ?? '' });
      break;
    case 'hand back':
      await handBack(deps, worker, ticket.id, reasons[step][index % 2]?.[language] ?? '', timeline.now);
      break;
    case 'appointment': {
      const from = workingHourAfter(timeline.ago({ days: -1 - (index % 4) }), index);
      const times = { from: from.toISOString(), to: plus(from, hours(2)).toISOString() };
      await deps.db.transaction((tx) => putAppointment(tx, deps, worker, ticket.id, times, timeline.now));
      break;
    }
    case 'costs':
      for (const cost of costLines(ticket, language))
        await deps.db.transaction((tx) => addCost(tx, worker, ticket.id, cost, timeline.now));
      break;
    case 'quote': {
      const quote = { lines: costLines(ticket, language) };
      await deps.db.transaction((tx) => sendQuote(tx, deps, worker, ticket.id, quote, timeline.now));
      break;
    }
    case 'hold': {
      const hold = { reason: 'part', note: reasons[step][index % 2]?.[language] ?? '' } as const;
      await deps.db.transaction((tx) => putHold(tx, deps, worker, ticket.id, hold, timeline.now));
      break;
    }
    case 'confirm':
      await changeStatus(project.owner, step);
      break;
    default:
      await changeStatus(worker, step);
  }
}
