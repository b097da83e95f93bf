/** The messages of browsers when a dynamic import fails: there is no connection, or the page is from an older deployment. */
const messages = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether an error means that a script of the console could not be loaded. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && messages.test(error.message);
