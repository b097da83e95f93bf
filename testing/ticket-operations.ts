type Operation = [user: 'anna' | 'wanda', operation: string, body?: object];

const untilDone: Operation[] = [
  ['wanda', 'take'],
  ['wanda', 'start'],
  ['wanda', 'done'],
];

/** The operations that bring a new ticket to a status, and who calls them. */
export const operationsTo: Record<string, Operation[]> = {
  new: [],
  assigned: untilDone.slice(0, 1),
  in_progress: untilDone.slice(0, 2),
  done: untilDone,
  rejected: [...untilDone, ['anna', 'reject', { reason: 'still dark' }]],
  closed: [...untilDone, ['anna', 'confirm']],
};
