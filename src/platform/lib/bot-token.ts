// Strict, because the token becomes part of a URL.
const pattern = /^[1-9]\d{0,14}:[A-Za-z0-9_-]{1,128}$/;

/** Whether a text has the form of a bot token, `<id>:<secret>`. */
export const isBotToken = (text: string): boolean => pattern.test(text);
