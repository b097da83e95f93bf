// Search parameters are strings, so that URLs stay readable; what a page does not understand is ignored.

/** @returns the value when it is an id, else undefined */
export const idParameter = (value: unknown): string | undefined =>
  /^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined;

/** @returns the value when it is a text that is not empty, else undefined */
export const textParameter = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
