import type { TrustTexts } from './en.ts';

export const de: TrustTexts = {
  passwordByOther: 'Von jemand anderem gewählt',
  passwordByOtherNote: 'Passwort von jemand anderem gewählt. Bitten Sie den Kontoinhaber, sich anzumelden und es zu ändern.',
  passwordAdvice: (name) =>
    `Wer das Passwort gewählt hat, kann sich als ${name} anmelden. Bitten Sie ${name}, sich anzumelden und ein neues zu wählen.`,
  password: 'Passwort',
  ownPassword: 'Vom Kontoinhaber gewählt',
  createdBy: (name) => `Angelegt von ${name}`,
  creator: 'Angelegt von',
  you: 'Ihnen',
  email: 'E-Mail-Adresse',
  emailVerified: 'Bestätigt',
  emailNotVerified: 'Nicht bestätigt',
  disabledBy: (name, day) => `Deaktiviert von ${name} am ${day}`,
  disabledOn: (day) => `Deaktiviert am ${day}`,
  enableTitle: (name) => `${name} aktivieren?`,
  enableText: (by, day) =>
    `${by} hat dieses Konto am ${day} deaktiviert. Klären Sie zuerst, ob der Grund noch besteht: Nach dem Aktivieren ist die Anmeldung wieder möglich.`,
  twoFactor: 'Zwei-Faktor-Anmeldung',
  twoFactorOn: 'Zwei-Faktor an',
  on: 'An',
  off: 'Aus',
  resetTwoFactor: 'Zwei-Faktor zurücksetzen',
  resetTwoFactorTitle: 'Zwei-Faktor-Anmeldung zurücksetzen?',
  resetTwoFactorText: (name) =>
    `${name} kann sich danach allein mit dem Passwort anmelden, bis die Zwei-Faktor-Anmeldung neu eingerichtet ist. Die Wiederherstellungscodes verlieren ihre Gültigkeit. Prüfen Sie zuerst, ob die Bitte wirklich von ${name} kommt.`,
  twoFactorReset: (name) => `Zwei-Faktor-Anmeldung von ${name} zurückgesetzt.`,
  activity: 'Anmeldungen und Änderungen dieser Person',
  changes: 'Änderungen an diesem Konto',
  ownAccount: 'Das ist Ihr eigenes Konto. Passwort und Sitzungen verwalten Sie auf Ihrer Sicherheitsseite.',
  toSecurity: 'Sicherheitsseite öffnen',
  temporaryPassword: 'Bei der Anmeldung wird die Person aufgefordert, ein eigenes Passwort zu wählen.',
  inviteTitle: (name) => `${name} einladen?`,
  inviteRisk: (name) =>
    `Wer das Passwort gewählt hat, kann sich als ${name} anmelden, beitreten und Ihre Aufträge lesen. Bitten Sie ${name}, zuerst ein neues zu wählen.`,
  sendInvitation: 'Einladung senden',
  otherWorker: 'Anderen Handwerker auswählen',
  notLoaded: 'Es konnte nicht geprüft werden, wer das Passwort dieses Kontos gewählt hat.',
};
