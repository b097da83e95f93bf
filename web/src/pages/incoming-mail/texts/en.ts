import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Incoming mail',
  status: 'System status',
  reasons: {
    working: 'The mailbox is read every minute.',
    not_configured: 'No mailbox is set up, so no mails are read. Set IMAP_HOST.',
    failed: 'The mailbox cannot be read, or some mails cannot be stored. See the log for the reason.',
    late: 'The mailbox has not been read for a while. Check that the service runs without interruption.',
  },
  taken: (count: number) =>
    n(count, {
      one: '{n} mail of the last 30 days became a report or a comment.',
      other: '{n} mails of the last 30 days became reports or comments.',
    }),
  lastRead: 'Last read:',
  left: (count: number) => n(count, { one: '{n} mail was not used', other: '{n} mails were not used' }),
  leftText: 'They are still in the mailbox and are listed here for 30 days.',
  none: 'No unused mails',
  noneText: 'Mails of the last 30 days that became neither a report nor a comment are listed here, with the reason.',
  noSubject: 'No subject',
  noSender: 'No sender',
  why: {
    automatic: { name: 'Automatic mail', text: 'A program wrote it, such as an out-of-office reply or a mailing list.' },
    delivery_report: { name: 'Delivery report', text: 'A mail server or a read receipt reports about another mail.' },
    own_mail: { name: 'Own mail', text: 'This or another installation of Callout sent it.' },
    no_sender: { name: 'No sender', text: 'It has no address to which it could be attributed.' },
    too_many: {
      name: 'Too many mails',
      text: 'The sender wrote more than 20 mails in an hour, or the building got as many reports as a day allows.',
    },
    too_large: { name: 'Too large', text: 'It has more than 25 MB.' },
    empty: { name: 'Empty', text: 'It has neither new text nor files.' },
    failed: { name: 'Not readable', text: 'It could not be read or stored. See the log for the reason.' },
  },
};
export type IncomingMailTexts = typeof en;
