export const en = {
  lead: 'For somebody on the telephone. The client sees the request as its own, and its history names you.',
  client: 'Who is it for?',
  allClients: 'All clients',
  missingClient: 'a client',
  contact: 'Contact on site',
  contactText: 'Who lets the worker in. It becomes the last line of the description.',
  contactName: 'Name',
  contactPhone: 'Phone',
  contactLine: (contact: string) => `Contact on site: ${contact}`,
  tooLong: 'a shorter description',
  notSentYet: 'Not sent yet. Your request is sent with its photos as soon as you are online.',
};
export type NewTicketTexts = typeof en;
