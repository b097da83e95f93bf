import { pluralFormatter } from '../../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  notOffline: 'This needs a connection.',
  hold: {
    change: 'Change hold',
    title: 'Put the request on hold',
    text: 'The time for finishing stands still until the hold ends. The client is notified.',
    reason: 'It waits for',
    reasons: { part: 'A part', access: 'Access', quote: 'A quote', weather: 'The weather', other: 'Something else' },
    note: 'Note',
    noteHint: 'For example what was ordered, or who has the key',
    until: 'Until',
    untilHint: 'It ends by itself then. Without a time it ends when the work goes on.',
    soon: { tomorrow: 'Tomorrow', threeDays: 'In 3 days', week: 'In a week' },
    noEnd: 'No end',
    inPast: 'This time is over.',
    saved: 'On hold.',
    ended: 'The hold has ended.',
    state: (reason: string) => `On hold: ${reason}`,
    by: (name: string) => `by ${name}`,
    since: 'since',
    endsAt: 'until',
    openEnd: 'until the work goes on',
    action: 'put the request on hold',
    ends: {
      until: 'The hold ended at its time',
      removed: 'The hold was ended',
      replaced: 'The hold was replaced',
      changed: 'The hold ended with a change of the request',
    },
  },
  appointment: {
    title: 'Appointment',
    none: 'No appointment yet.',
    set: 'Set appointment',
    change: 'Change appointment',
    cancel: 'Cancel appointment',
    cancelTitle: 'Cancel the appointment?',
    cancelText: 'The worker and the client are notified.',
    keep: 'Keep appointment',
    dialogText: 'The worker and the client are notified, and reminded a day before.',
    submit: 'Save appointment',
    saved: 'Appointment set.',
    canceled: 'Appointment cancelled.',
    setBy: (name: string) => `Set by ${name}`,
    answers: { accepted: 'The reporter accepted it.', declined: 'The reporter declined it.' },
    conflictsTitle: 'Appointment set, but there is an overlap',
    conflicts: (count: number) =>
      n(count, {
        one: 'The worker has another appointment at this time:',
        other: 'The worker has {n} other appointments at this time:',
      }),
    busy: 'busy',
    request: (id: number) => `Request #${id}`,
    action: 'set an appointment',
    reporterAction: 'chose an appointment',
    reporter: 'The reporter',
    replaced: 'It was changed',
    canceledAt: 'It was cancelled',
    ticketCanceled: 'It ended with the cancellation of the request',
  },
  older: 'Older holds and appointments are not shown.',
};

export type TicketPlanningTexts = typeof en;
