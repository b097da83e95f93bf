import { jpeg, photoForm } from '../../testing/api-fixtures.ts';
import { expectAnswer, expectItems, expectRefusal, photoFields } from './compare.ts';
import { atTheDoor, type Photo, type Ticket, type User } from './state.ts';
import type { Action, Step } from './step.ts';
import { refusalOfReading } from './tickets.ts';

const missing = 999_999;
const documenters = ['worker', 'admin'];
/** The value of PHOTO_MAX_PER_TICKET. */
export const maxPhotos = 3;

/** Picks a ticket, mostly one in progress. */
function worked(step: Step): Ticket | undefined {
  const { tickets } = step.model;
  return step.pick(tickets.filter(({ status }) => status === 'in_progress' || step.oneIn(8))) ?? step.pick(tickets);
}

const upload: Action = async (step) => {
  const ticket = worked(step);
  const actor = step.prefer(ticket?.worker, ...documenters);
  const bytes = step.oneIn(8) ? Buffer.from('<svg>no photo</svg>') : jpeg(100 + step.below(400), step.below(1000));
  const name = `photo${step.below(100)}.jpg`;
  const { body, headers } = photoForm(bytes, name);
  const answer = await step.call(actor, 'POST', `/tickets/${ticket?.id ?? missing}/photos`, body, headers);
  const refused = atTheDoor(actor, documenters) ?? refusalOfUpload(step, actor, ticket) ?? (bytes[0] === 0xff ? undefined : 400);
  if (refused || !ticket) return expectRefusal(answer, refused ?? 404);
  const photo: Photo = { id: answer.body.id, uploader: actor, name, size: bytes.length };
  ticket.photos.push(photo);
  journal(step, ticket, actor, 'photo_added', name);
  expectAnswer(answer, 201, photoFields(ticket, photo));
};

function refusalOfUpload({ model }: Step, actor: User, ticket: Ticket | undefined): number | undefined {
  if (!ticket || ticket.gone) return 404;
  if (actor.role === 'worker' && !(ticket.worker === actor && model.isActiveMember(ticket.place.project, actor))) return 403;
  return ticket.status === 'in_progress' && ticket.photos.length < maxPhotos ? undefined : 409;
}

const removePhoto: Action = async (step) => {
  const { model } = step;
  const ticket = step.pick(model.tickets.filter(({ photos }) => photos.length > 0)) ?? step.pick(model.tickets);
  const photo = step.oneIn(5) ? step.pick(model.tickets.flatMap(({ photos }) => photos)) : step.pick(ticket?.photos ?? []);
  const actor = step.prefer(photo?.uploader, ...documenters);
  const answer = await step.call(actor, 'DELETE', `/tickets/${ticket?.id ?? missing}/photos/${photo?.id ?? missing}`);
  const refused =
    atTheDoor(actor, documenters) ?? refusalOfReading(step, actor, ticket) ?? refusalOfRemoval(actor, ticket, photo);
  if (refused || !ticket || !photo) return expectRefusal(answer, refused ?? 404);
  ticket.photos = ticket.photos.filter((other) => other !== photo);
  journal(step, ticket, actor, 'photo_removed', photo.name);
  expectAnswer(answer, 200, { ok: true });
};

function refusalOfRemoval(actor: User, ticket: Ticket | undefined, photo: Photo | undefined): number | undefined {
  if (!ticket || !photo || !ticket.photos.includes(photo)) return 404;
  const frozen = actor.role === 'worker' && (photo.uploader !== actor || ticket.status !== 'in_progress');
  return frozen ? 409 : undefined;
}

const listPhotos: Action = async (step) => {
  const ticket = worked(step);
  const actor = step.prefer(ticket?.client, 'admin', 'client', 'worker');
  const answer = await step.call(actor, 'GET', `/tickets/${ticket?.id ?? missing}/photos?limit=100`);
  const refused = atTheDoor(actor, ['admin', 'client', 'worker']) ?? refusalOfReading(step, actor, ticket);
  if (refused || !ticket) return expectRefusal(answer, refused ?? 404);
  expectAnswer(answer, 200, { max_per_ticket: maxPhotos });
  expectItems(
    answer,
    ticket.photos.map((photo) => photoFields(ticket, photo)),
  );
};

function journal(step: Step, ticket: Ticket, actor: User, action: string, comment: string): void {
  ticket.events.push({ action, from: ticket.status, to: ticket.status, actor, comment, at: step.now });
}

export const photoActions = { upload, removePhoto, listPhotos };
