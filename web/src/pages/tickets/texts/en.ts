import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  orders: {
    'created_at desc': 'Newest first',
    'created_at asc': 'Oldest first',
    'priority desc': 'Highest priority first',
    'priority asc': 'Lowest priority first',
    'due asc': 'Due first',
    'due desc': 'Due last',
    'appointment asc': 'Next appointment first',
    'updated_at desc': 'Recently changed first',
    'updated_at asc': 'Longest unchanged first',
    'relevance desc': 'Best match first',
    'id desc': 'Highest number first',
    'id asc': 'Lowest number first',
  },
  columns: {
    request: 'Request',
    relevance: 'Best match',
    worker: 'Worker',
    priority: 'Priority',
    status: 'Status',
    due: 'Due',
    appointment: 'Appointment',
    updated_at: 'Changed',
    created_at: 'Created',
  },
  tabs: { open: 'Open', new: 'Unassigned', active: 'In progress', done: 'To confirm', closed: 'Closed', all: 'All' },
  equipment: 'Equipment',
  tag: 'Tag',
  text: 'Text',
  createdDate: 'Created on',
  closedDate: 'Closed on',
  closedFrom: 'Closed from',
  closedTo: 'Closed until',
  appointment: 'Appointment',
  appointmentFrom: 'Appointment from',
  appointmentTo: 'Appointment until',
  datePresets: {
    today: 'Today',
    lastSevenDays: 'Last 7 days',
    lastMonth: 'Last month',
    tomorrow: 'Tomorrow',
    nextSevenDays: 'Next 7 days',
  },
  flags: { overdue: 'Late only', on_hold: 'On hold', handed_back: 'Handed back', reworked: 'Reworked' },
  selectAll: 'Select all on this page',
  atLeast: (count: number) => n(count, { other: 'More than {n} requests' }),
};

export type TicketListTexts = typeof en;
