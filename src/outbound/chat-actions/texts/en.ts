import { en as labels } from '../../../product/tickets/labels/en.ts';
import type { QuoteStatus } from '../../../product/tickets/quotes/schemas.ts';
import type { ChatOperation } from '../../messenger/ticket-buttons.ts';
import type { FileFailure } from '../payloads.ts';

// Texts at buttons have at most 200 characters.

const did: Record<ChatOperation, string> = {
  take: 'The job is yours.',
  start: 'Work has started.',
  done: 'The job is reported as done.',
  confirm: 'The work is confirmed, and the request is closed.',
  reject: 'The work was sent back with your reason.',
};

/** `size` in megabytes */
const file: Record<FileFailure, (limits: { photos: number; size: number }) => string> = {
  no_job: () =>
    'You have no job in progress. Start one first, or send the photo as a reply to the message about its job. /mine lists your jobs.',
  several_jobs: () =>
    'You have several jobs in progress. Send the photo as a reply to the message about its job. /mine lists your jobs.',
  workers_only: () => 'Photos of the work are added by the worker of a job.',
  no_ticket: () => 'This request no longer exists.',
  not_yours: () => 'Photos are added by the worker of a job, and this one is not yours.',
  not_in_progress: () => 'Photos can only be added while the job is in progress.',
  full: ({ photos }) => `This job already has ${photos} photos, the maximum.`,
  no_photo: () => 'Only photos can be added: JPEG, PNG or WebP.',
  heic: () => 'HEIC files cannot be added. Send the picture as a photo instead of a file, and the messenger converts it.',
  too_large: ({ size }) => `The file is larger than ${size} MB.`,
  damaged: () => 'This photo is damaged. Please send it again.',
  not_fetched: () => 'The photo could not be fetched from the messenger. Please send it again.',
};

export const en = {
  ...labels,
  canceled: 'Cancelled',
  did,
  locale: 'en-GB',
  onHold: (reason: string, until: string): string => (until ? `On hold until ${until}: ${reason}` : `On hold: ${reason}`),
  appointment: (time: string): string => `Appointment: ${time}`,
  holdDid: { hold: 'The job is on hold.', resume: 'The hold has ended.' },
  askHold: 'What does the work wait for?',
  alreadyOnHold: 'The job is on hold already.',
  notOnHold: 'The job is not on hold.',
  urgent: 'High priority',
  reason: (reason: string): string => `Reason: ${reason}`,
  already: (status: string): string => `Nothing has changed: the status is already “${status}”.`,
  notPossible: (status: string): string => `This is no longer possible: the status is now “${status}”.`,
  takenByOther: 'Somebody else has taken this job.',
  notMember: 'You no longer work for the project of this job.',
  notYours: 'This job is not yours.',
  gone: 'This request no longer exists.',
  notConnected: 'This chat is no longer connected to that account. Get a code in Callout under “Notifications” and send it here.',
  secondFactorRequired: 'Your account needs a second factor first. Open Callout and set it up under “Security”.',
  unknownButton: 'This button does not work any more. /mine lists what you have to do.',
  quote: (amount: string, until: string): string => (until ? `Quote: ${amount}, valid until ${until}` : `Quote: ${amount}`),
  moreLines: (count: number): string => (count === 1 ? 'and one more line' : `and ${count} more lines`),
  quoteDid: { approved: 'The quote is approved.', declined: 'The quote was declined with your reason.' },
  /** why a quote cannot be answered */
  quoteNow: {
    open: 'This quote cannot be answered here.',
    approved: 'Nothing has changed: the quote is approved already.',
    declined: 'Nothing has changed: the quote was declined already.',
    withdrawn: 'The quote was withdrawn.',
    expired: 'The quote is no longer valid.',
  } satisfies Record<QuoteStatus, string>,
  askDecline: (request: string): string => `Why do you decline the quote for ${request}? Reply to this message with the reason.`,
  askReason: (request: string): string => `What is still missing in ${request}? Reply to this message with the reason.`,
  reasonPlaceholder: 'The reason',
  reasonTooShort: (min: number): string => `The reason must have at least ${min} characters.`,
  reasonTooLong: (max: number): string => `The reason must have at most ${max} characters.`,
  questionClosed: (status: string): string =>
    `Your reason was not used: it belongs to an earlier question, and the status is now “${status}”.`,
  noQuestion: 'This reply was not used. To send work back, press “Reject” below the message about it first.',
  workersOnly: 'Only workers take jobs. /mine lists your requests.',
  none: { mine: 'You have nothing open.', free: 'There are no free jobs at the moment.' },
  list: {
    mine: (count: number): string => `Open (${count})`,
    free: (count: number): string => `Free jobs (${count})`,
  },
  more: (count: number): string => (count === 1 ? 'One more in Callout:' : `${count} more in Callout:`),
  photoAdded: (count: number, max: number): string => `Photo added (${count} of ${max}).`,
  photosAdded: (added: number, count: number, max: number): string =>
    added === 1 ? `Photo added (${count} of ${max}).` : `${added} photos added (${count} of ${max}).`,
  notAdded: (count: number, why: string): string =>
    count === 1 ? `One was not added. ${why}` : `${count} were not added. ${why}`,
  file,
};

export type ChatTexts = typeof en;
