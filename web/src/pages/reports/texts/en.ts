import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ReportStatus } from '../report-status.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Reports',
  lead: 'What people without an account have reported by the QR code of a building.',
  status: 'Status',
  statuses: {
    open: 'Open',
    accepted: 'Accepted',
    merged: 'Added to a request',
    dismissed: 'Dismissed',
  } satisfies Record<ReportStatus, string>,
  none: {
    open: 'No open reports',
    accepted: 'No accepted reports',
    merged: 'No reports that were added to a request',
    dismissed: 'No dismissed reports',
  } satisfies Record<ReportStatus, string>,
  noneText: 'Turn on the reporting page of a building and print its QR code: you find it under “Projects”.',
  toProjects: 'Go to projects',
  newItems: (count: number) => n(count, { one: 'Show {n} new report', other: 'Show {n} new reports' }),
  onFloor: (floor: string): string => `Floor ${floor}`,
  contact: 'Contact',
  photo: (number: number): string => `Photo ${number}`,
  accept: 'Accept',
  accepted: (id: number): string => `Request #${id} was created.`,
  merge: 'Add to a request',
  mergeTitle: 'Add to a request',
  mergeText: 'Choose the open request of this building. The report becomes a comment with its photos.',
  noTickets: 'This building has no open requests.',
  merged: (id: number): string => `The report was added to request #${id}.`,
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss report',
  dismissed: 'The report was dismissed.',
  reasonHint: 'The person who reported it reads this. At least 5 characters.',
  answered: 'This report has been answered.',
  answeredBy: {
    open: () => '',
    accepted: (name: string) => (name ? `Accepted by ${name},` : 'Accepted,'),
    merged: (name: string) => (name ? `Added to a request by ${name},` : 'Added to a request,'),
    dismissed: (name: string) => (name ? `Dismissed by ${name},` : 'Dismissed,'),
  } satisfies Record<ReportStatus, (name: string) => string>,
  toTicket: (id: number): string => `Request #${id}`,
  portal: {
    button: 'QR code',
    title: (name: string): string => `Reporting page of ${name}`,
    off: 'People in this building can report problems without an account: they scan a QR code and add a photo. You decide what becomes of each report.',
    turnOn: 'Turn on',
    code: 'QR code of the reporting page',
    open: 'Open page',
    print: 'Print label',
    rotate: 'New address',
    rotateText: 'Labels with the present QR code stop working at once. Print them again.',
    turnOff: 'Turn off',
    turnOffText: 'The QR code stops working at once. Reports that were made stay.',
    turnedOff: 'The reporting page is turned off.',
    unreadable: 'The address cannot be read, because the key of the service was changed. Create a new one.',
    disabled: {
      objects: 'The building or its project is disabled: the page takes no reports.',
      equipment: 'The equipment, its building or its project is disabled: the page takes no reports.',
    },
    keep: 'Cancel',
  },
  labels: {
    button: 'Print QR labels',
    title: 'Print QR labels',
    text: 'Eight labels on each A4 page, for adhesive sheets of 99.1 × 67.7 mm or plain paper.',
    none: 'No building of this project has a reporting page yet. Turn it on with “QR code” beside a building.',
    all: 'Select all',
    download: 'Download PDF',
    preparing: 'Preparing…',
  },
};

export type ReportTexts = typeof en;
