import type { TwoFactorTexts } from './en.ts';

export const de: TwoFactorTexts = {
  title: 'Zwei-Faktor-Anmeldung',
  isOn: 'An',
  isOff: 'Aus',
  offText:
    'Zum Anmelden brauchen Sie dann auch einen Code aus einer App auf Ihrem Telefon. Ein gestohlenes Passwort allein reicht nicht mehr.',
  onText:
    'Zum Anmelden brauchen Sie einen Code aus Ihrer Authenticator-App. Für neue Wiederherstellungscodes schalten Sie sie aus und wieder ein.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  turnOnTitle: 'Zwei-Faktor-Anmeldung einschalten',
  turnOffTitle: 'Zwei-Faktor-Anmeldung ausschalten?',
  turnOffText: 'Zum Anmelden reicht dann das Passwort. Ihre Wiederherstellungscodes gelten nicht mehr.',
  passwordText: 'Bestätigen Sie, dass Sie es sind.',
  password: 'Ihr Passwort',
  next: 'Weiter',
  scan: 'Scannen Sie diesen Code mit einer Authenticator-App, zum Beispiel Google Authenticator, Aegis oder 1Password.',
  qr: 'QR-Code für die Authenticator-App',
  openApp: 'In einer App auf diesem Gerät öffnen',
  secret: 'Oder geben Sie diesen Schlüssel in der App ein:',
  code: 'Code aus der App',
  codeOrRecovery: 'Code aus der App oder Wiederherstellungscode',
  recoveryTitle: 'Wiederherstellungscodes sichern',
  recoveryText:
    'Wenn Sie Ihr Telefon verlieren, melden Sie sich mit einem dieser Codes an. Jeder gilt einmal. Sie werden nicht noch einmal angezeigt.',
  copyAll: 'Kopieren',
  download: 'Herunterladen',
  print: 'Drucken',
  fileTitle: (email) => `Callout-Wiederherstellungscodes von ${email}`,
  saved: 'Ich habe diese Codes gesichert',
  saveFirst: 'Sichern Sie die Codes und setzen Sie das Häkchen: Sie werden nicht noch einmal angezeigt.',
  done: 'Fertig',
  turnedOn: 'Die Zwei-Faktor-Anmeldung ist an.',
  turnedOff: 'Die Zwei-Faktor-Anmeldung ist aus.',
};
