import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  compare: {
    sideBySide: 'Show side by side',
    withSlider: 'Show with slider',
    choose: 'Choose photos to compare',
  },
  reportPictures: 'Photos of the report',
  noMorePhotos: 'This request is closed, so no more photos can be added.',
  camera: {
    title: 'Take photos',
    picture: 'Camera view',
    shutter: 'Take photo',
    finish: 'Done',
    useApp: 'Camera app',
    guide: 'Earlier photo',
    choose: 'Change',
    starting: 'Starting the camera …',
    refused:
      "This site may not use the camera. Allow it in the browser's settings for this site, or take the photo with the camera app.",
    missing: 'No camera was found. Take the photo with the camera app.',
    busy: 'The camera cannot be used now. Another app may be using it.',
    full: 'This request has reached its photo limit.',
    added: (count: number) => n(count, { one: '{n} photo added', other: '{n} photos added' }),
  },
  chain: {
    verified: 'Journal verified',
    checkedFrom: (time: string) => `No entry since ${time} was changed or removed.`,
    changed: 'The activity was changed after it was recorded',
  },
  removal: {
    deletedOn: (day: string) => `Will be deleted on ${day}.`,
    deletedSoon: 'Will be deleted soon.',
    archivedOn: (day: string) => `Will be archived and removed on ${day}.`,
    archivedSoon: 'Will be archived and removed soon.',
  },
  comments: {
    field: 'Comment',
    send: 'Send comment',
    closed: 'This request is closed, so it takes no more comments.',
    workerDisabled: "The worker's account is disabled, so this comment does not reach the worker.",
    older: 'Older comments',
    withoutPictures: 'The comment was sent without these photos.',
    internal: 'Internal',
    internalReaders: 'Only admins and the assigned worker read it',
    sendInternal: 'Send internal comment',
    toReporter: 'Also show to the person who reported it',
    toReporterHint: 'On the page of the report, without your name',
    shownToReporter: 'Also shown to the person who reported it',
    reporter: 'Reporter',
    withoutAccount: 'Without an account',
  },
  found: 'Report of another defect',
  corrections: {
    corrected: 'corrected the request',
    older: 'Older corrections',
    fields: { description: 'Description', category: 'Category', priority: 'Priority', floor: 'Floor' },
    before: 'before:',
    after: 'now:',
    none: 'none',
  },
};

export type TicketTexts = typeof en;
