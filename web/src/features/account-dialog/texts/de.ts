import type { AccountDialogTexts } from './en.ts';

export const de: AccountDialogTexts = {
  removePasskeys: 'Passkeys entfernen',
  removePasskeysTitle: (count) => `Alle Passkeys dieses Kontos entfernen (${count})?`,
  removePasskeysText: (name) =>
    `Nur, wenn ${name} die Geräte verloren hat. Zur Anmeldung mit dem Passwort ist dann kein Passkey mehr nötig.`,
  passkeysRemoved: (name) => `Passkeys von ${name} entfernt.`,
  unlink: 'Firmenkonto trennen',
  unlinkTitle: 'Verknüpfung mit dem Firmenkonto lösen?',
  unlinkText: (name) =>
    `Die nächste Anmeldung mit einem Firmenkonto, das die E-Mail-Adresse von ${name} hat, verknüpft es wieder. Offene Sitzungen laufen weiter.`,
  unlinked: (name) => `Firmenkonto von ${name} getrennt.`,
};
