let callers = 0;

/** @returns a client address that no other request of this process has used, for rate limits */
export const newCaller = (): string => `198.${18 + ((callers >> 16) & 1)}.${(callers >> 8) & 255}.${callers++ & 255}`;
