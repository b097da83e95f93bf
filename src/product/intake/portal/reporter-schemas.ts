import { type Static, Type } from 'typebox';
import { Text, Timestamp } from '../../../platform/http/schemas.ts';

// What people send and read who have reported a problem without an account, after their report.

/** Characters of a message, and of a rating. */
export const maxReporterText = 2_000;

/** Of the links in mails. */
export const MailKeyParams = Type.Object({ key: Type.String() });

const Rating = Type.Integer({ minimum: 1, maximum: 5 });

/** How a reporter has rated the work. */
export const ReportRating = Type.Object(
  { rating: Rating, text: Type.String(), created_at: Timestamp },
  { title: 'ReportRating' },
);
export type ReportRating = Static<typeof ReportRating>;

export const SendMessage = Type.Object(
  {
    text: { ...Text(1, maxReporterText, ['It is the door on the left']), description: 'Whoever sees the ticket reads it.' },
  },
  { title: 'SendReporterMessage' },
);
export type SendMessage = Static<typeof SendMessage>;

export const ReporterMessage = Type.Object({ text: Type.String(), created_at: Timestamp }, { title: 'ReporterMessage' });
export type ReporterMessage = Static<typeof ReporterMessage>;

export const RateReport = Type.Object(
  {
    rating: { ...Rating, description: '5 is the best.' },
    text: Type.Optional({
      ...Text(0, maxReporterText, ['Quick and friendly']),
      description: 'The client and admins read it.',
    }),
  },
  { title: 'RateReport' },
);
export type RateReport = Static<typeof RateReport>;
