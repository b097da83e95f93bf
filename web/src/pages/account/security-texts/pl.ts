import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { SecurityTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

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
  memberSince: 'Konto od',
  appearance: 'Wygląd',
  theme: 'Motyw',
  light: 'Jasny',
  dark: 'Ciemny',
  system: 'Systemowy',
  languageLabel: 'Język',
  signOutHereText: 'Kończy sesję w tej przeglądarce i usuwa zgłoszenia zapisane na tym urządzeniu.',
  unsent: (what) => `Jeszcze niewysłane: ${what}. Pozostanie na tym urządzeniu i zostanie wysłane, gdy znów się tu zalogujesz.`,
  signOutEverywhere: 'Wyloguj się wszędzie',
  signOutEverywhereText: 'Kończy Twoje sesje na wszystkich urządzeniach. Otwarte sesje mogą działać jeszcze do godziny.',
  revoked: (count) => n(count, { one: 'Zakończono {n} sesję.', few: 'Zakończono {n} sesje.', many: 'Zakończono {n} sesji.' }),
  passwordSend: 'Wyślij mi link e-mailem',
  passwordSent: 'Wysłaliśmy link na Twój adres e-mail. Sprawdź swoją skrzynkę.',
};
