/** Whether it is a path within the console: a URL of another host would make the sign-in an open redirect. */
export const isConsolePath = (to: string | undefined): to is string => to !== undefined && /^\/(?![/\\])/.test(to);
