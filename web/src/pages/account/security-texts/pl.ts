import type { SecurityTexts } from './en.ts';

export const pl: SecurityTexts = {
  passwordChanged: 'Zmieniono hasło. Pozostałe sesje zostały zakończone.',
  forgotText: 'Nie pamiętasz obecnego hasła? Wyślemy Ci e-mailem link do ustawienia nowego.',
  forgotNoMail: 'Nie pamiętasz obecnego hasła? Ten serwer nie wysyła e-maili: poproś administratora o link.',
  sessions: 'Sesje',
  sessionsText: 'Urządzenia, na których trwa Twoja sesja. Wylogowane urządzenie może działać jeszcze do godziny.',
  thisDevice: 'To urządzenie',
  lastUsed: 'ostatnio używane',
  signedIn: 'zalogowano',
  endSession: 'Wyloguj',
  sessionEnded: (device) => `Wylogowano: ${device}.`,
  endAll: 'Wyloguj też programy',
  endAllHint:
    'Unieważnia tokeny API i adres kalendarza oraz wyłącza webhooki. Klucze dostępu, połączony czat i logowanie kontem firmowym pozostają.',
};
