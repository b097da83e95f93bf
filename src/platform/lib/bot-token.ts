// Strict, because a token becomes part of an address.
const form = /^[1-9]\d{0,14}:[A-Za-z0-9_-]{1,128}$/;

/** Whether a text has the form of a bot token, `<id>:<secret>`. */
export const isBotToken = (text: string): boolean => form.test(text);
