/** The languages of mails and messages; the console is in the same. The table `users` allows no others. */
export const languages = ['en', 'de', 'pl'] as const;
export type Language = (typeof languages)[number];
