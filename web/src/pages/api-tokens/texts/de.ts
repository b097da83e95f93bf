import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ApiTokensTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: ApiTokensTexts = {
  title: 'API-Tokens',
  text: 'Mit API-Tokens handeln Programme in Ihrem Namen, ohne Ihr Passwort.',
  create: 'Neues Token',
  none: 'Keine API-Tokens',
  noneText: 'Mit einem Token kann ein Programm lesen oder ändern, was Sie lesen oder ändern dürfen.',
  name: 'Name',
  nameHint: 'Wofür es ist, zum Beispiel „Anzeigetafel“.',
  scopes: { read: 'Nur lesen', write: 'Lesen und schreiben' },
  lifetimes: (days) => (days === 365 ? 'In 1 Jahr' : n(days, { one: 'In {n} Tag', other: 'In {n} Tagen' })),
  never: 'Nie',
  expiresAt: 'läuft ab',
  expired: 'Abgelaufen',
  neverExpires: 'läuft nie ab',
  lastUsed: 'zuletzt verwendet',
  neverUsed: 'nie verwendet',
  createdTitle: 'Kopieren Sie Ihr neues Token',
  createdText: 'Es wird nur jetzt angezeigt. Wer es hat, kann in Ihrem Namen handeln: Bewahren Sie es wie ein Passwort auf.',
  usage: 'Senden Sie es mit jedem API-Aufruf:',
  done: 'Fertig',
  revoke: 'Löschen',
  revokeTitle: (name) => `„${name}“ löschen?`,
  revokeText: 'Programme, die dieses Token verwenden, verlieren sofort den Zugriff.',
  revoked: (name) => `„${name}“ gelöscht.`,
};
