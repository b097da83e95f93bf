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
  endAll: 'Zakończ też wszystko inne',
  endAllHint:
    'Unieważnia tokeny API i adres kalendarza, wyłącza webhooki, odłącza czat i własnego bota oraz usuwa klucze dostępu i powiązanie z kontem firmowym. Osoby, które utworzyło to konto, pozostają: przejrzyj je.',
};
