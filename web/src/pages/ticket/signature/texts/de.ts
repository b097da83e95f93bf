import type { SignatureTexts } from './en.ts';

export const de: SignatureTexts = {
  title: 'Unterschrift',
  titles: 'Unterschriften',
  sign: 'Unterschreiben lassen',
  name: 'Name der unterschreibenden Person',
  field: 'Hier mit dem Finger oder der Maus unterschreiben',
  clear: 'Löschen',
  save: 'Unterschrift speichern',
  missing: 'Bitte den Namen eintragen und im Feld unterschreiben.',
  signedBy: (name) => `Unterschrieben von ${name}`,
  alt: (name) => `Unterschrift von ${name}`,
  unsent: 'Noch nicht gesendet',
  remove: 'Entfernen',
};
