import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Id, limits, NullableTimestamp, PageOf, Text, Timestamp } from '../../../platform/http/schemas.ts';
import type { TicketStatus } from '../lifecycle.ts';

/** The statuses in which an appointment can be made: work is to be done. */
export const appointmentStatuses = ['new', 'assigned', 'in_progress', 'rejected'] as const satisfies readonly TicketStatus[];

/** Of one ticket. */
export const maxAppointments = 200;

export const appointmentAnswers = ['accepted', 'declined'] as const;
export type AppointmentAnswer = (typeof appointmentAnswers)[number];

export const appointmentEnds = ['replaced', 'canceled', 'ticket_canceled'] as const;
export type AppointmentEnd = (typeof appointmentEnds)[number];

/** The times that a reporter may choose from, and how often they are offered for one ticket. */
export const offerLimits = { minWindows: 2, maxWindows: 5, ofTicket: 200 };

/** `withdrawn`: by an appointment that somebody set or canceled. */
export const offerEnds = ['chosen', 'declined', 'replaced', 'withdrawn', 'ticket_closed'] as const;
export type OfferEnd = (typeof offerEnds)[number];

const From = { ...Timestamp, examples: ['2126-03-05T08:00:00.000Z'] };
const To = { ...Timestamp, examples: ['2126-03-05T10:00:00.000Z'] };

export const PutAppointment = Type.Object(
  {
    from: { ...From, description: 'Not in the past.' },
    to: { ...To, description: 'After `from`, at most 24 hours.' },
    note: Type.Optional(Text(0, limits.reason, ['Ring at the porter'])),
  },
  { title: 'PutAppointment' },
);
export type PutAppointment = Static<typeof PutAppointment>;

/** The appointment that a ticket has now. */
export const Appointment = Type.Object(
  {
    from: From,
    to: To,
    note: Type.String(),
    set_by_name: Type.String(),
    set_at: Timestamp,
    answer: Type.Unsafe<AppointmentAnswer | null>({
      type: ['string', 'null'],
      enum: [...appointmentAnswers, null],
      description: 'Of the person who reported the problem; null: none.',
    }),
  },
  { title: 'Appointment' },
);
export type Appointment = Static<typeof Appointment>;

const Conflict = Type.Object({ ticket_id: Id, from: From, to: To }, { title: 'AppointmentConflict' });
/** A time at which a worker has an appointment that the caller may not see. */
export const BusyTime = Type.Object({ from: From, to: To, busy: Type.Literal(true) }, { title: 'BusyTime' });
export type Conflict = Static<typeof Conflict> | Static<typeof BusyTime>;

export const AppointmentAnswered = Type.Object(
  {
    appointment: Appointment,
    conflicts: Type.Array(Type.Union([Conflict, BusyTime]), {
      description: 'Overlapping appointments of the same worker, up to 100; those that you may not see are only `busy`.',
    }),
  },
  { title: 'AppointmentAnswered' },
);
export type AppointmentAnswered = Static<typeof AppointmentAnswered>;

export const TicketAppointment = Type.Object(
  {
    id: Type.Integer(),
    ticket_id: Id,
    ...Appointment.properties,
    set_by: Type.String({ description: 'Empty when the account was deleted.' }),
    answer_note: Type.String({ description: 'What the person who reported the problem wrote with the answer.' }),
    answered_at: NullableTimestamp,
    ended_at: { ...NullableTimestamp, description: 'null: it is the appointment of the ticket.' },
    end_reason: Type.Unsafe<AppointmentEnd | null>({ type: ['string', 'null'], enum: [...appointmentEnds, null] }),
  },
  { title: 'TicketAppointment' },
);
export type TicketAppointment = Static<typeof TicketAppointment>;
export const TicketAppointmentPage = PageOf(TicketAppointment);

export const AppointmentQuery = Type.Object(pageParameters(['set_at'], 'set_at'));
export type AppointmentQuery = Static<typeof AppointmentQuery>;

const exampleWindows = [
  { from: '2126-03-05T08:00:00.000Z', to: '2126-03-05T10:00:00.000Z' },
  { from: '2126-03-06T13:00:00.000Z', to: '2126-03-06T15:00:00.000Z' },
];
export const OfferedWindow = Type.Object({ from: From, to: To }, { title: 'OfferedWindow' });
export type OfferedWindow = Static<typeof OfferedWindow>;

export const PostOffers = Type.Object(
  {
    windows: Type.Array(
      Type.Object({ from: PutAppointment.properties.from, to: PutAppointment.properties.to }, { title: 'PostOfferedWindow' }),
      {
        minItems: offerLimits.minWindows,
        maxItems: offerLimits.maxWindows,
        description: 'Different times.',
        examples: [exampleWindows],
      },
    ),
  },
  { title: 'PostAppointmentOffers' },
);
export type PostOffers = Static<typeof PostOffers>;

/** Times that were offered together. */
export const Offers = Type.Object(
  {
    id: Type.Integer(),
    ticket_id: Id,
    windows: Type.Array(OfferedWindow, { examples: [exampleWindows] }),
    offered_by: Type.String({ description: 'Empty when the account was deleted.' }),
    offered_by_name: Type.String(),
    offered_at: Timestamp,
    ended_at: { ...NullableTimestamp, description: 'null: the person who reported the problem may choose one.' },
    end_reason: Type.Unsafe<OfferEnd | null>({
      type: ['string', 'null'],
      enum: [...offerEnds, null],
      description: '`withdrawn`: by an appointment that somebody set or canceled.',
    }),
    answer_note: Type.String({ description: 'What the person who reported the problem wrote with the answer.' }),
  },
  { title: 'AppointmentOffers' },
);
export type Offers = Static<typeof Offers>;
export const OffersPage = PageOf(Offers);

export const OffersQuery = Type.Object(pageParameters(['offered_at'], 'offered_at'));
export type OffersQuery = Static<typeof OffersQuery>;
