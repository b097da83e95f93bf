import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'API tokens',
  text: 'API tokens let programs act as you, without your password.',
  create: 'New token',
  none: 'No API tokens',
  noneText: 'With a token, a program can read or change what you can.',
  name: 'Name',
  nameHint: 'What it is for, such as “Building dashboard”.',
  scopes: { read: 'Read only', write: 'Read and write' },
  lifetimes: (days: number) => (days === 365 ? 'In 1 year' : n(days, { one: 'In {n} day', other: 'In {n} days' })),
  never: 'Never',
  expiresAt: 'expires',
  expired: 'Expired',
  neverExpires: 'never expires',
  lastUsed: 'last used',
  neverUsed: 'never used',
  createdTitle: 'Copy your new token',
  createdText: 'It is shown only now. Anyone who has it can act as you: keep it safe like a password.',
  usage: 'Send it with each API call:',
  done: 'Done',
  revoke: 'Delete',
  revokeTitle: (name: string) => `Delete “${name}”?`,
  revokeText: 'Programs that use this token lose access at once.',
  revoked: (name: string) => `“${name}” deleted.`,
};
export type ApiTokensTexts = typeof en;
