import type { PortalReport } from '../../../../contract/schemas.ts';

export const en = {
  report: 'Report another defect',
  lead: (place: string): string => `For ${place}. The client decides what becomes of it.`,
  leadAnywhere: 'The client decides what becomes of it.',
  text: 'What is broken?',
  textHint: 'At least 5 characters, or a photo.',
  /** the text of a report that has photos only */
  seePhoto: 'See the photo.',
  more: 'Category, floor, equipment',
  category: 'Category',
  equipment: 'Equipment',
  none: 'Not specified',
  send: 'Send report',
  sending: 'Your report is being sent.',
  waits: 'Saved. Your report is sent when there is a connection.',
  found: 'Found during this job',
  statuses: {
    open: 'Waiting for the client',
    accepted: 'Became a request',
    merged: 'Added to a request',
    dismissed: 'Dismissed',
  } satisfies Record<PortalReport['status'], string>,
  photos: (count: number): string => (count === 1 ? '1 photo' : `${count} photos`),
};

export type FoundTexts = typeof en;
