/** The demo is in one language, so that no screen mixes two. */
export const demoLanguages = ['en', 'de'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

export type Text = Record<DemoLanguage, string>;

export const text = (en: string, de: string): Text => ({ en, de });
