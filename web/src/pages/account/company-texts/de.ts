import type { CompanyTexts } from './en.ts';

export const de: CompanyTexts = {
  again: 'Noch einmal versuchen',
  withPassword: 'Mit dem Passwort anmelden',
  failedTitle: 'Anmeldung fehlgeschlagen',
  failures: {
    denied: 'Die Anmeldung wurde abgebrochen, oder Ihr Firmenkonto darf Callout nicht benutzen.',
    refused: 'Die Anmeldung ließ sich nicht prüfen. Versuchen Sie es noch einmal. Hilft das nicht, fragen Sie einen Admin.',
    expired: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Beginnen Sie sie noch einmal.',
    unavailable:
      'Die Anmeldung Ihrer Firma ist gerade nicht erreichbar. Versuchen Sie es später, oder melden Sie sich mit Ihrem Passwort an.',
    limited: 'Zu viele Anmeldungen aus Ihrem Netz. Warten Sie eine Minute, und versuchen Sie es noch einmal.',
  },
};
