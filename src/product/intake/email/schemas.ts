import { type Static, Type } from 'typebox';
import { CountUpTo1000, healthSchema, jobDetails } from '../../../platform/health/schemas.ts';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { OneOf, PageOf, Timestamp } from '../../../platform/http/schemas.ts';
import { leaveReasons } from './automatic.ts';

export const IntakeHealth = healthSchema('IntakeHealth', ['working', 'not_configured', 'failed', 'late'], {
  ...jobDetails,
  taken: CountUpTo1000('Mails of the last 30 days that became a report or a comment.'),
  left: CountUpTo1000('Mails of the last 30 days of which nothing was made; `GET /ext/intake` lists them.'),
});

export const LeftMail = Type.Object(
  {
    id: Type.Integer(),
    at: { ...Timestamp, description: 'When it came into the mailbox.' },
    from: Type.String({ description: 'The address of its sender; empty without one.' }),
    subject: Type.String(),
    reason: {
      ...OneOf(leaveReasons),
      description:
        '`automatic`: a program wrote it. `delivery_report`: of a mail server. `own_mail`: of this installation. `no_sender`: without an address. `too_many`: more than 20 of its sender in an hour, or more reports than the portal takes. `too_large`: above 25 MB. `empty`: neither text nor photos. `failed`: it cannot be read or stored.',
    },
  },
  { title: 'LeftMail' },
);
export type LeftMail = Static<typeof LeftMail>;
export const LeftMailPage = PageOf(LeftMail);

export const LeftMailQuery = Type.Object(pageParameters(['at'], 'at'));
export type LeftMailQuery = Static<typeof LeftMailQuery>;
