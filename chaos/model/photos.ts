import { jpeg, photoForm } from '../../testing/api-fixtures.ts';
import { expectAnswer, expectItems, photoFields } from './compare.ts';
import type { Photo, Ticket, User } from './state.ts';
import { type Action, everybody, idOrMissing, type Refusal, type Step } from './step.ts';
import { refusalOfReading } from './tickets.ts';

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
  const isPhoto = !step.oneIn(8);
  const bytes = isPhoto ? jpeg(100 + step.below(400), step.below(1000)) : Buffer.from('<svg>no photo</svg>');
  const name = `photo${step.below(100)}.jpg`;
  const { body, headers } = photoForm(bytes, name);
  const refusal = refusalOfUpload(step, actor, ticket) ?? (isPhoto ? undefined : 400);
  const answer = await step.ask(actor, documenters, refusal, 'POST', `/tickets/${idOrMissing(ticket)}/photos`, body, headers);
  if (!answer || !ticket) return;
  const photo: Photo = { id: answer.body.id, uploader: actor, name, size: bytes.length };
  ticket.photos.push(photo);
  journal(step, ticket, actor, 'photo_added', name);
  expectAnswer(answer, 201, photoFields(ticket, photo));
};

function refusalOfUpload({ model }: Step, actor: User, ticket: Ticket | undefined): Refusal {
  if (!ticket || ticket.gone) return 404;
  if (actor.role === 'worker' && !(ticket.worker === actor && model.isActiveMember(ticket.place.project, actor))) return 403;
  return ticket.status === 'in_progress' && ticket.photos.length < maxPhotos ? undefined : 409;
}

const removePhoto: Action = async (step) => {
  const { model } = step;
  const ticket = step.pick(model.tickets.filter(({ photos }) => photos.length > 0)) ?? step.pick(model.tickets);
  const photo = step.oneIn(5) ? step.pick(model.tickets.flatMap(({ photos }) => photos)) : step.pick(ticket?.photos ?? []);
  const actor = step.prefer(photo?.uploader, ...documenters);
  const refusal = refusalOfReading(step, actor, ticket) ?? refusalOfRemoval(actor, ticket, photo);
  const path = `/tickets/${idOrMissing(ticket)}/photos/${idOrMissing(photo)}`;
  const answer = await step.ask(actor, documenters, refusal, 'DELETE', path);
  if (!answer || !ticket || !photo) return;
  ticket.photos = ticket.photos.filter((other) => other !== photo);
  journal(step, ticket, actor, 'photo_removed', photo.name);
  expectAnswer(answer, 200, { ok: true });
};

function refusalOfRemoval(actor: User, ticket: Ticket | undefined, photo: Photo | undefined): Refusal {
  if (!ticket || !photo || !ticket.photos.includes(photo)) return 404;
  const frozen = actor.role === 'worker' && (photo.uploader !== actor || ticket.status !== 'in_progress');
  return frozen ? 409 : undefined;
}

const listPhotos: Action = async (step) => {
  const ticket = worked(step);
  const actor = step.prefer(ticket?.client, ...everybody);
  const path = `/tickets/${idOrMissing(ticket)}/photos?limit=100`;
  const answer = await step.ask(actor, everybody, refusalOfReading(step, actor, ticket), 'GET', path);
  if (!answer || !ticket) return;
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
