export const en = {
  notSent: (what: string) => `${what} not sent yet.`,
  discardTitle: (id: number) => `Discard the unsent changes of request #${id}?`,
  discardText: (what: string) => `Deleted from this device and never sent: ${what}.`,
  discarded: (what: string) => `Discarded: ${what}.`,
  newRequest: 'New request',
  edit: 'Edit',
  discardRequestTitle: 'Discard the new request?',
};
export type UnsentTexts = typeof en;
