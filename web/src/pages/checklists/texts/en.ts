import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Checklists',
  lead: 'What workers look at and fill in, also without a connection. A request gets a copy, by hand or from a schedule.',
  create: 'New checklist',
  none: 'No checklists',
  noneText: 'A checklist has items such as “Emergency lights work” or “Pressure in bar”.',
  items: (count: number) => n(count, { one: '{n} item', other: '{n} items' }),
  requiredItems: (count: number) => `${count} required`,
  forAll: 'For all clients',
  forClient: (name: string) => `For ${name}`,
  deleteTitle: 'Delete this checklist?',
  deleteText: 'Requests that have a copy keep it. Schedules create requests without it.',
  deleted: 'Checklist deleted.',
  copiesStay: 'Requests that have a copy already keep it as it is.',

  name: 'Name',
  whose: 'For',
  oneClient: 'One client',
  client: 'Client',
  itemsTitle: 'Items',
  add: 'Add item',
  full: 'A checklist has at most 100 items.',
  item: (number: number, total: number) => `Item ${number} of ${total}`,
  label: 'What to look at',
  kind: 'Answer',
  kinds: {
    check: 'OK or failed',
    number: 'Number',
    choice: 'One of several choices',
    text: 'Text',
    photo: 'Photo',
  },
  required: 'Required',
  unit: 'Unit',
  min: 'Smallest',
  max: 'Largest',
  limitsHint: 'A number outside of the limits has failed.',
  choices: 'Choices, one per line',
  moveUp: 'Move up',
  moveDown: 'Move down',
  drag: 'Drag to move',
  remove: 'Remove',
  noNumber: 'This is not a number.',
  minAboveMax: 'The smallest is above the largest.',
  tooManyChoices: 'At most 20 choices of up to 100 characters.',
  moved: (number: number, total: number) => `Moved to place ${number} of ${total}.`,
};

export type ChecklistTexts = typeof en;
