import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import {
  BinaryFile,
  Id,
  limits,
  NullableTimestamp,
  OneOf,
  PageOf,
  Text,
  Timestamp,
  Uuid,
} from '../../../platform/http/schemas.ts';
import { photoTypes } from '../../../platform/storage/photo-type.ts';
import { Email } from '../../identity/users/schemas.ts';
import { ShownAnnouncement } from '../../places/announcements/schemas.ts';
import { NullableEquipment } from '../../places/equipment/schemas.ts';
import type { AnswerableAppointment } from '../../tickets/appointments/answer.ts';
import { Appointment, appointmentAnswers, OfferedWindow } from '../../tickets/appointments/schemas.ts';
import { categories, priorities } from '../../tickets/tables.ts';
import { ReportRating } from './reporter-schemas.ts';

/** `merged`: accepted as another report of a ticket that was there already. */
export const reportStatuses = ['open', 'accepted', 'merged', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Photos of one report. */
export const maxReportPhotos = 3;
/** Characters of a report, and of a way to reach its reporter. */
export const reportLimits = { minText: 5, maxText: 2000, contact: 200 };

const nullable = <T>(type: 'string' | 'integer', description: string) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], description });

// For the client of an object, and admins

export const ObjectPortal = Type.Object(
  {
    token: nullable<string>(
      'string',
      'The secret part of the address. null: there is no portal, or the secret cannot be decrypted.',
    ),
    url: nullable<string>('string', 'The public page. null as for `token`.'),
    created_at: { ...NullableTimestamp, description: 'When the address was made. null: there is no portal.' },
  },
  { title: 'ObjectPortal' },
);
export type ObjectPortal = Static<typeof ObjectPortal>;

export const PortalItem = Type.Object(
  {
    object_id: Id,
    object_name: Type.String(),
    address: Type.String(),
    project_id: Id,
    project_name: Type.String(),
    url: nullable<string>('string', 'The public page. null: the secret cannot be decrypted.'),
    created_at: { ...Timestamp, description: 'When the address was made.' },
  },
  { title: 'PortalItem' },
);
export type PortalItem = Static<typeof PortalItem>;
export const PortalItemPage = PageOf(PortalItem);

export const PortalQuery = Type.Object({
  project_id: Type.Optional(Id),
  ...pageParameters(['name', 'created_at'], 'name'),
});
export type PortalQuery = Static<typeof PortalQuery>;

const ReportPhoto = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    content_type: OneOf(photoTypes),
    size: Type.Integer({ description: 'In bytes.' }),
    url: Type.String({ description: 'Reads the file without a token, for a short time.' }),
    thumb_url: Type.String({ description: 'Reads the small version without a token, for the same time.' }),
  },
  { title: 'PortalReportPhoto' },
);
export type ReportPhoto = Static<typeof ReportPhoto>;

const Reporter = Type.Object(
  { id: Type.String({ description: 'Empty when the account was deleted.' }), name: Type.String() },
  { title: 'PortalReportWorker' },
);

export const Report = Type.Object(
  {
    id: Uuid,
    status: { ...OneOf(reportStatuses), description: '`merged`: it became a comment on a ticket that was there already.' },
    text: Type.String(),
    category: Type.Unsafe<(typeof categories)[number] | null>({ type: ['string', 'null'], enum: [...categories, null] }),
    floor: Type.String(),
    contact: Type.String({ description: 'How the reporter can be reached, as they wrote it. Empty when they did not.' }),
    email: Type.String({ description: 'Where the reporter wants mails about the report. Empty: nowhere.' }),
    object_id: nullable<number>('integer', 'null: it came by mail, and nobody has said which object it is about.'),
    object_name: Type.String({ description: 'Empty without an object.' }),
    address: Type.String({ description: 'Empty without an object.' }),
    project_id: nullable<number>('integer', 'null without an object.'),
    project_name: Type.String({ description: 'Empty without an object.' }),
    equipment: { ...NullableEquipment, description: 'What of the object it is about. null: nobody has said.' },
    reported_by: Type.Unsafe<Static<typeof Reporter> | null>({
      anyOf: [Reporter, { type: 'null' }],
      description: 'The worker who found it. null: somebody without an account.',
    }),
    from_ticket_id: nullable<number>(
      'integer',
      'The ticket during whose work it was found. null: nobody with an account has reported it, or the ticket was deleted.',
    ),
    ticket_id: nullable<number>('integer', 'The ticket that it became or was merged into.'),
    reason: Type.String({ description: 'Why it was dismissed. Empty otherwise.' }),
    decided_by_name: Type.String({ description: 'Who accepted, merged or dismissed it. Empty while it is open.' }),
    decided_at: NullableTimestamp,
    created_at: Timestamp,
    rating: Type.Unsafe<ReportRating | null>({
      anyOf: [ReportRating, { type: 'null' }],
      description: 'How the reporter has rated the work; null: not yet.',
    }),
    photos: Type.Array(ReportPhoto, { description: 'Empty once they are attachments of a ticket.' }),
  },
  { title: 'PortalReport' },
);
export type Report = Static<typeof Report>;
export const ReportPage = PageOf(Report);

export const ReportQuery = Type.Object({
  status: Type.Optional(OneOf(reportStatuses)),
  object_id: Type.Optional(Id),
  equipment_id: Type.Optional(Id),
  project_id: Type.Optional(Id),
  ticket_id: Type.Optional(Id),
  from_ticket_id: Type.Optional(Id),
  ...pageParameters(['created_at'], 'created_at'),
});
export type ReportQuery = Static<typeof ReportQuery>;

export const ReportParams = Type.Object({ id: Uuid });

export const AcceptReport = Type.Object(
  {
    category: OneOf(categories),
    priority: OneOf(priorities),
    description: Type.Optional({ ...Text(5, limits.description), description: 'Default: the text of the report.' }),
    object_id: Type.Optional({ ...Id, description: 'Required for a report without an object; ignored for any other.' }),
  },
  { title: 'AcceptReport' },
);
export type AcceptReport = Static<typeof AcceptReport>;

export const DismissReport = Type.Object(
  { reason: { ...Text(5, limits.reason, ['This was repaired yesterday']), description: 'The reporter reads it.' } },
  { title: 'DismissReport' },
);
export const MergeReport = Type.Object({ ticket_id: Id }, { title: 'MergeReport' });

// For everybody who has the address of a portal

export const PortalParams = Type.Object({ token: Type.String() });
export const PortalReportParams = Type.Object({ token: Type.String(), report: Type.String() });
export const PublicReportParams = Type.Object({ token: Type.String(), id: Type.String() });

export const ReporterAppointment = Type.Object(
  {
    appointment: Type.Unsafe<AnswerableAppointment['appointment']>({
      anyOf: [
        Type.Object({
          from: Timestamp,
          to: Timestamp,
          answer: Appointment.properties.answer,
        }),
        { type: 'null' },
      ],
      description: 'When somebody comes; null: nothing was agreed, it is over, or the work is done.',
    }),
    windows: Type.Array(OfferedWindow, { description: 'Times of which one can be chosen.' }),
    has_declined: Type.Boolean({ description: 'The times that were offered last were declined.' }),
  },
  { title: 'ReporterAppointment' },
);

export const AnswerAppointment = Type.Object(
  {
    answer: {
      ...OneOf(appointmentAnswers),
      description: '`accepted`: the appointment, or one of the offered times. `declined`: the appointment, or all offered times.',
    },
    from: Type.Optional({
      ...Timestamp,
      description: 'Of what is answered, so that nothing is accepted that you have not read. Required to choose an offered time.',
    }),
    to: Type.Optional({ ...Timestamp, description: 'With `from`.' }),
    note: Type.Optional({ ...Text(0, limits.reason, ['Please ring twice']), description: 'The client and the worker read it.' }),
  },
  { title: 'AnswerAppointment' },
);
export type AnswerAppointment = Static<typeof AnswerAppointment>;

const Challenge = Type.Object(
  {
    algorithm: Type.String(),
    challenge: Type.String(),
    maxnumber: Type.Integer(),
    salt: Type.String(),
    signature: Type.String(),
  },
  { title: 'PortalChallenge' },
);
export type Challenge = Static<typeof Challenge>;

const PortalEquipment = Type.Object(
  {
    id: { ...Id, description: 'Of `GET /ext/equipment/{id}`, for those who may read it.' },
    name: Type.String(),
    kind: Type.String(),
    location: Type.String(),
  },
  { title: 'PortalEquipment' },
);

export const Portal = Type.Object(
  {
    object: Type.Object({ name: Type.String(), address: Type.String() }),
    equipment: Type.Unsafe<Static<typeof PortalEquipment> | null>({
      anyOf: [PortalEquipment, { type: 'null' }],
      description: 'null: it is the portal of the object itself.',
    }),
    announcements: Type.Array(ShownAnnouncement, { description: 'What people are told about the object now.' }),
    open: Type.Record(Type.String(), Type.Integer(), {
      description:
        'How many problems of the object, or of the equipment, are reported and not solved yet, by category. Reports without a category count as `other`.',
    }),
    challenge: Type.Unsafe<Challenge | null>({
      anyOf: [Challenge, { type: 'null' }],
      description:
        'A proof of work of the library ALTCHA, whose solution is the field `proof` of one report. null: none is needed (PORTAL_PROOF=false).',
    }),
  },
  { title: 'Portal' },
);

/** As the address of a new account. */
const ReporterEmail = { ...Email, 'x-new-email': true };

/** The fields of a form beside its photos; an empty category or address counts as a missing one. */
export const ReportFields = Type.Object({
  text: Text(reportLimits.minText, reportLimits.maxText),
  category: Type.Optional(OneOf(categories)),
  floor: Type.Optional(Text(0, limits.floor)),
  contact: Type.Optional(Text(0, reportLimits.contact)),
  email: Type.Optional(ReporterEmail),
  proof: Type.Optional(Type.String({ maxLength: 4_000 })),
});
export type ReportFields = Static<typeof ReportFields>;

/** What a reporter may send, for the API description only. */
export const ReportForm = Type.Object({
  text: ReportFields.properties.text,
  category: Type.Optional(OneOf(categories)),
  floor: ReportFields.properties.floor,
  contact: Type.Optional({ ...Text(0, reportLimits.contact), description: 'How the reporter can be reached.' }),
  email: Type.Optional({
    ...ReporterEmail,
    description:
      'Where the reporter is told how far the report is, in the language of the header `Accept-Language`. Nothing is sent but a mail that asks to confirm the address until that is done.',
  }),
  proof: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description:
        'base64 of the JSON `{algorithm, challenge, number, salt, signature}`. Required unless `challenge` of the portal is null.',
    }),
  ),
  photo: Type.Optional(Type.Array(BinaryFile, { maxItems: maxReportPhotos, description: 'jpeg, png or webp.' })),
});

export const SubmittedReport = Type.Object(
  {
    id: { ...Uuid, description: 'Random: whoever has it reads the state of the report.' },
    status_url: Type.String({ description: 'The public page that tells the state of the report.' }),
  },
  { title: 'SubmittedReport' },
);
export type SubmittedReport = Static<typeof SubmittedReport>;
