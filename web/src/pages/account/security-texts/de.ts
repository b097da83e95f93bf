import type { SecurityTexts } from './en.ts';

export const de: SecurityTexts = {
  passwordChanged: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
  forgotText: 'Aktuelles Passwort vergessen? Wir senden Ihnen per E-Mail einen Link, mit dem Sie ein neues festlegen.',
  forgotNoMail:
    'Aktuelles Passwort vergessen? Dieser Server verschickt keine E-Mails: Bitten Sie einen Admin um einen Link zum Zurücksetzen.',
  sessions: 'Sitzungen',
  sessionsText: 'Wo Sie angemeldet sind. Ein abgemeldetes Gerät kann bis zu einer Stunde aktiv bleiben.',
  thisDevice: 'Dieses Gerät',
  lastUsed: 'zuletzt verwendet',
  signedIn: 'angemeldet',
  endSession: 'Abmelden',
  sessionEnded: (device) => `${device} abgemeldet.`,
  endAll: 'Auch alles andere beenden',
  endAllHint:
    'Widerruft Ihre API-Tokens und die Adresse Ihres Kalender-Feeds, schaltet Ihre Webhooks ab, trennt Ihren Chat und Ihren eigenen Bot und entfernt Ihre Passkeys und die Verknüpfung mit Ihrem Firmenkonto. Personen, die das Konto angelegt hat, bleiben: Sehen Sie diese durch.',
};
