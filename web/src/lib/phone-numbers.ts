/**
 * At least seven digits, the first one a 0 or after a plus: neither a number of a flat, nor one in a date or an e-mail address.
 * Another number begins after a slash that a 0 follows.
 */
const phoneNumber =
  /(?<![\w.@-])((?=\+|\(?0)(?!\d\d[./]\d\d[./](?:\d\d){1,2}(?![\d./]))\+?(?:\(?\d\)?(?:[\s.-]|\/(?!\s*0))*){6,}\d)(?![\w@])/;

/** @returns texts, of which every second one is a phone number */
export const splitAtPhoneNumbers = (text: string): string[] => text.split(phoneNumber);

/** The address that calls a number. A zero in brackets is not dialled after the code of a country. */
export const phoneUrl = (phone: string): string => `tel:${phone.replace(/(?<=^(?:\+|00).*)\(0\)/, '').replaceAll(/[^\d+]/g, '')}`;
