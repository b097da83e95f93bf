// Search parameters are strings, so that URLs stay readable; what a page does not understand is ignored.

/** @returns the value when it is an id, else undefined */
export const idParameter = (value: unknown): string | undefined =>
  /^[1-9]\d{0,8}$/.test(String(value)) ? String(value) : undefined;

/** @returns the value when it is a text that is not empty, else undefined */
export const textParameter = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The parameters of a page that reads them itself, with more than the router should load for all pages. */
export const textParameters = <Name extends string>(search: Record<string, unknown>): { [name in Name]?: string } =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => typeof value === 'string')) as { [name in Name]?: string };
