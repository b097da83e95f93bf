import type { JoinTexts } from './en.ts';

export const de: JoinTexts = {
  title: 'Wählen Sie Ihr Passwort',
  submit: 'Speichern und anmelden',
  used: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Wenn Sie ein Passwort gewählt haben, melden Sie sich an. Bitten Sie sonst um einen neuen Link.',
  waits: 'Ihr Passwort ist gespeichert. Sie können sich anmelden, sobald Ihr Konto freigegeben ist.',
  isSet: 'Ihr Passwort ist gespeichert. Melden Sie sich damit an.',
  signedIn: (name) => `In diesem Browser ist ${name} angemeldet. Diese Sitzung endet hier.`,
};
