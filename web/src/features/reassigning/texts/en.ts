import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  reassign: 'Reassign',
  reassignTitle: 'Reassign to',
  noOther: 'Nobody else works in this project.',
  reassignedTo: (name: string) => `reassigned the request to ${name}`,
  handBack: 'Hand back',
  handBackTitle: 'Hand the request back?',
  handBackText: 'The client and the admins are notified. The request stays yours until somebody else gets it.',
  reason: 'Reason',
  reasonHint: 'At least 5 characters',
  handBackDone: 'Handed back. It stays yours until somebody else gets it.',
  handedBackByYou: 'You handed this request back. Start it to keep it.',
  handedBack: (name: string) => `${name} handed this request back`,
  handedBackAction: 'handed the request back',
  notOffline: 'This needs a connection.',
  handOver: 'Reassign work',
  handOverTo: (name: string) => `Reassign the work of ${name} to`,
  nothing: 'There is nothing to reassign.',
  waiting: (count: number) =>
    n(count, {
      one: '{n} request stays until the client confirms the work:',
      other: '{n} requests stay until the client confirms the work:',
    }),
  preview: (count: number, name: string) =>
    n(count, { one: `{n} request moves to ${name}.`, other: `{n} requests move to ${name}.` }),
  stay: (count: number) => n(count, { one: '{n} request stays:', other: '{n} requests stay:' }),
  submit: (count: number) => n(count, { one: 'Reassign {n} request', other: 'Reassign {n} requests' }),
  moved: (count: number, name: string) =>
    n(count, { one: `{n} request moved to ${name}.`, other: `{n} requests moved to ${name}.` }),
  request: (id: number) => `Request #${id}`,
  otherWorker: 'Choose another worker',
};

export type ReassigningTexts = typeof en;
