import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, invalidValue, pointerTo, validationFailed } from '../../../platform/http/errors.ts';
import { instantOf } from '../../../platform/http/schemas.ts';
import { valuesValidator } from '../../../platform/http/validation.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { UploadsForm } from '../../files/photos/receive-upload.ts';
import { answerAppointment } from '../../tickets/appointments/answer.ts';
import { findReport } from './queries.ts';
import { countAnswer } from './report-limits.ts';
import { AnswerAppointment } from './schemas.ts';

const validate = valuesValidator(AnswerAppointment);

/**
 * Takes the answer of a reporter about the appointment of the ticket that the report became.
 * @returns the report
 * @throws 400 one of the times is missing, 404 token or report unknown, 409 nothing can be answered at these times, 429 too many answers
 * about the object today
 */
export async function answerReport(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'subscriptions' | 'deliveries'>,
  token: string,
  reportId: string,
  { answer, from, to, note = '' }: AnswerAppointment,
  now: Date,
): Promise<{ ticket_id: number }> {
  if ((from === undefined) !== (to === undefined)) throw invalidValue(from === undefined ? 'from' : 'to', 'is required');
  const period = from === undefined || to === undefined ? undefined : { from: instantOf(from), to: instantOf(to) };
  const { portal, report } = await findReport(tx, token, reportId);
  await countAnswer(tx, deps.config, portal.object_id, now);
  const ticket = await lockTicket(tx, report.ticket_id);
  await answerAppointment(tx, deps, ticket, { answer, period, note }, now);
  return { ticket_id: ticket.id };
}

/** Locks the ticket of a report; whoever sets an appointment waits for it. @throws 409 there is none (any more) */
async function lockTicket(tx: Tx, id: number | null) {
  const ticket = await tx.selectFrom('tickets').select(['id', 'client_id']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!ticket) throw conflict('appointment_changed', errorMessages.appointmentChanged);
  return ticket;
}

/**
 * Reads the form of a page: `window` has both times of what is accepted, and `declines` one of the times that are declined together.
 * @throws 400
 */
export function parseAnswer(form: UploadsForm['fields']): AnswerAppointment {
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const answer = textOf('answer');
  const [from, to] = (textOf('window') || (answer === 'declined' ? textOf('declines') : '')).split(' ');
  if (from === undefined || to === undefined) throw invalidValue('window', 'is required');
  const result = validate({ answer, from, to, note: textOf('note') });
  if ('error' in result) throw validationFailed(result.error, pointerTo(result.field ? [result.field] : []));
  return result.value;
}
