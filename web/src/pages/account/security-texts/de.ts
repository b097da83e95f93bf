import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { SecurityTexts } from './en.ts';

const n = pluralFormatter('de');

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
  memberSince: 'Konto seit',
  appearance: 'Darstellung',
  theme: 'Design',
  light: 'Hell',
  dark: 'Dunkel',
  system: 'System',
  languageLabel: 'Sprache',
  signOutHereText: 'Beendet die Sitzung in diesem Browser und entfernt die auf diesem Gerät gespeicherten Aufträge.',
  unsent: (what) =>
    `Noch nicht gesendet: ${what}. Bleibt auf diesem Gerät und wird gesendet, wenn Sie sich hier wieder anmelden.`,
  signOutEverywhere: 'Überall abmelden',
  signOutEverywhereText: 'Beendet Ihre Sitzungen auf allen Geräten. Offene Sitzungen können bis zu einer Stunde aktiv bleiben.',
  revoked: (count) => n(count, { one: '{n} Sitzung beendet.', other: '{n} Sitzungen beendet.' }),
  passwordSend: 'Link an mich senden',
  passwordSent: 'Ein Link ist unterwegs zu Ihrer E-Mail-Adresse. Bitte prüfen Sie Ihren Posteingang.',
};
