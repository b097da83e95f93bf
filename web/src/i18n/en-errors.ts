import { pluralFormatter } from './plurals.ts';

const n = pluralFormatter('en');

/** Texts for error messages of the service that use other words than the console. The key is the message. */
export const serverErrors: Record<string, string> = {
  'the previous ticket of the rule is still open': 'The previous request of the rule is still open.',
  'the worker has unclosed tickets in this project': 'The worker has open requests in this project.',
  'the worker is not in the project of this ticket': 'The worker is not in the project of this request.',
  'the ticket is not assigned to you': 'The request is not assigned to you.',
  'the ticket is no longer in progress': 'The request is no longer in work.',
  'the ticket is being changed by others': 'The request is being changed by others.',
  'not your ticket': 'This is not your request.',
  'photos are added while the ticket is in progress': 'Photos are added while the request is in work.',
  'you are not an active member of the project of this ticket': 'You do not work in the project of this request.',
  'ticket not found': 'There is no such request.',
};

/** Texts for validation errors; `it` is the label of the field. */
export const validation = {
  field: (label: string | undefined) => (label ? `“${label}”` : 'A value'),
  missing: (it: string) => `${it} is missing.`,
  unknownValue: (it: string) => `${it} is not one of the choices.`,
  noEmail: (it: string) => `${it} is not a valid e-mail address.`,
  noDate: (it: string) => `${it} is not a valid date.`,
  weakPassword: (it: string) => `${it} needs 10 to 72 characters, with a letter and a digit.`,
  noNumber: (it: string) => `${it} is not a whole number.`,
  tooSmall: (it: string, least: number) => `${it} must be at least ${least}.`,
  tooLarge: (it: string, most: number) => `${it} must be at most ${most}.`,
  tooShort: (it: string, least: number) =>
    `${it} is too short: at least ${n(least, { one: '{n} character', other: '{n} characters' })}.`,
  tooLong: (it: string, most: number) =>
    `${it} is too long: at most ${n(most, { one: '{n} character', other: '{n} characters' })}.`,
  unstorable: (it: string) => `${it} holds characters that cannot be stored.`,
  wrong: (it: string) => `${it} is not right.`,
  tooLate: (status: string) => `This is no longer possible: the request stands at “${status}”.`,
  enoughPhotos: (count: number) => `The request has ${count} photos already.`,
};
