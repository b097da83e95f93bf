import type { ReporterState } from '../queries.ts';

/** What happened to a report: a headline and a sentence. */
interface StateText {
  headline: string;
  sentence: string;
}

/** The texts of the public pages. */
export const en = {
  locale: 'en-GB',
  languageName: 'English',
  languageSwitch: 'Language',
  heading: 'Report a problem',
  announcements: 'Announcements',
  alreadyReported: 'Already reported and not solved yet:',
  open: (n: number): string => (n === 1 ? '1 open' : `${n} open`),
  photo: 'Photo',
  photos: 'Photos (up to 3)',
  photoHint: 'A photo helps most. Location data is removed from it.',
  category: 'What is it about?',
  noCategory: 'Not sure',
  text: 'What is broken?',
  textHint: 'At least 5 characters',
  floor: 'Floor or room (optional)',
  contact: 'How can you be reached? (optional)',
  contactHint: 'Only the managers of this building see it, and only for questions.',
  send: 'Send report',
  sending: 'Sending …',
  preparing: 'Preparing photos …',
  privacy: 'No account is needed, and no cookies are set. Your report goes to the managers of this building.',
  openInConsole: 'For staff: open in the console',
  remove: 'Remove',
  errors: {
    invalid: 'Please describe the problem in at least 5 and at most 2,000 characters.',
    photo: 'This file cannot be used. Please choose a photo in the format JPEG, PNG or WebP.',
    heic: 'This photo is in the HEIC format, which this browser cannot convert. Save it as JPEG, or take it with the camera setting “Most Compatible”.',
    photoTooLarge: 'This photo is too large. Please choose a smaller one.',
    tooManyPhotos: (max: number): string => `A report has at most ${max} photos. The others were not added.`,
    proof: 'This form was open for too long or was sent too fast. Please send it again.',
    tooMany: 'There were too many reports for now. Please try again later.',
    failed: 'That did not work. Please try again.',
    offline: 'There is no connection. Your text is kept: please try again.',
    sent: 'This form was sent already. Send it again if you are reporting something else.',
  },
  gone: { heading: 'This code is no longer valid', sentence: 'Please ask the managers of the building for a new one.' },
  received: 'Thank you. Your report has arrived.',
  keepAddress: 'Keep the address of this page: it always shows how far your report is.',
  appointment: {
    heading: 'Appointment',
    fits: 'Does this time suit you?',
    question: 'Which time suits you?',
    note: 'Note (optional)',
    noteHint: 'The managers of this building and whoever comes can read it.',
    accept: 'Accept',
    decline: 'Decline',
    choose: 'Confirm this time',
    declineAll: 'None of these times',
    accepted: 'You have accepted this appointment.',
    declined: 'You have declined this appointment. The managers of this building know.',
    declinedAll: 'You have declined the times that were offered. The managers of this building know.',
    timezone: (zone: string): string => `Time zone: ${zone}`,
    errors: {
      changed: 'The appointment has changed in the meantime. Please look at it again.',
      choose: 'Please choose one of the times.',
      note: (max: number): string => `Please write a note of at most ${max} characters.`,
      tooMany: 'There were too many answers for now. Please try again later.',
    },
  },
  yourReport: 'Your report',
  reportedOn: (date: string): string => `Reported on ${date}`,
  reason: 'Answer',
  another: 'Report another problem',
  states: {
    open: { headline: 'Received', sentence: 'Nobody has looked at your report yet.' },
    dismissed: { headline: 'No work is planned', sentence: 'The managers have answered your report.' },
    accepted: { headline: 'Accepted', sentence: 'The repair is requested and will be done.' },
    in_progress: { headline: 'In progress', sentence: 'Somebody is working on it.' },
    done: { headline: 'Done', sentence: 'The work is finished and is being checked.' },
    closed: { headline: 'Closed', sentence: 'The work is finished and was checked.' },
    canceled: { headline: 'Closed', sentence: 'The request was closed without further work.' },
  } satisfies Record<ReporterState, StateText> as Record<ReporterState, StateText>,
};

export type PageTexts = typeof en;
