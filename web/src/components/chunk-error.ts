/** What browsers report when a script that is loaded on demand is missing: no connection, or a newer version was installed. */
const messages = /dynamically imported module|importing a module script failed|unable to preload/i;

export const isChunkError = (error: unknown): boolean => error instanceof Error && messages.test(error.message);
