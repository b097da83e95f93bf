import { pl as labels } from '../../../product/tickets/labels/pl.ts';
import type { ChatTexts } from './en.ts';

const plural = new Intl.PluralRules('pl');
const form = (count: number, one: string, few: string, many: string): string =>
  ({ one, few })[plural.select(count) as 'one' | 'few'] ?? many;

export const pl: ChatTexts = {
  ...labels,
  canceled: 'Anulowane',
  did: {
    take: 'Zlecenie jest Twoje.',
    start: 'Praca rozpoczęta.',
    done: 'Praca zgłoszona jako wykonana.',
    confirm: 'Praca potwierdzona, zgłoszenie jest zamknięte.',
    reject: 'Prośba o poprawki została wysłana z Twoim uzasadnieniem.',
  },
  locale: 'pl-PL',
  onHold: (reason, until) => (until ? `Wstrzymane do ${until}: ${reason}` : `Wstrzymane: ${reason}`),
  appointment: (time) => `Wizyta: ${time}`,
  holdDid: { hold: 'Zlecenie jest wstrzymane.', resume: 'Wstrzymanie zakończone.' },
  askHold: 'Na co czeka praca?',
  alreadyOnHold: 'Zlecenie jest już wstrzymane.',
  notOnHold: 'Zlecenie nie jest wstrzymane.',
  urgent: 'Wysoki priorytet',
  reason: (reason) => `Powód: ${reason}`,
  already: (status) => `Nic się nie zmieniło: status to już „${status}”.`,
  notPossible: (status) => `To już niemożliwe: status to teraz „${status}”.`,
  takenByOther: 'Ktoś inny przyjął to zlecenie.',
  notMember: 'Nie pracujesz już w projekcie tego zlecenia.',
  notYours: 'To zlecenie nie należy do Ciebie.',
  gone: 'To zgłoszenie już nie istnieje.',
  notConnected: 'Ten czat nie jest już połączony z tym kontem. Pobierz kod w Callout w sekcji „Powiadomienia” i wyślij go tutaj.',
  secondFactorRequired:
    'Twoje konto wymaga najpierw drugiego składnika. Otwórz Callout i skonfiguruj go w sekcji „Bezpieczeństwo”.',
  unknownButton: 'Ten przycisk już nie działa. /mine pokazuje, co jest do zrobienia.',
  quote: (amount, until) => (until ? `Wycena: ${amount}, ważna do ${until}` : `Wycena: ${amount}`),
  moreLines: (count) => `i jeszcze ${count} ${form(count, 'pozycja', 'pozycje', 'pozycji')}`,
  quoteDid: { approved: 'Wycena została zaakceptowana.', declined: 'Wycena została odrzucona z podanym powodem.' },
  quoteNow: {
    open: 'Na tę wycenę nie można tu odpowiedzieć.',
    approved: 'Nic się nie zmieniło: wycena jest już zaakceptowana.',
    declined: 'Nic się nie zmieniło: wycena została już odrzucona.',
    withdrawn: 'Wycena została wycofana.',
    expired: 'Wycena nie jest już ważna.',
  },
  askDecline: (request) => `Dlaczego odrzucasz wycenę dla ${request}? Odpowiedz na tę wiadomość, podając powód.`,
  askReason: (request) => `Czego jeszcze brakuje w ${request}? Odpowiedz na tę wiadomość, podając powód.`,
  reasonPlaceholder: 'Powód',
  reasonTooShort: (min) => `Powód musi mieć co najmniej ${min} ${form(min, 'znak', 'znaki', 'znaków')}.`,
  reasonTooLong: (max) => `Powód może mieć najwyżej ${max} ${form(max, 'znak', 'znaki', 'znaków')}.`,
  questionClosed: (status) => `Twój powód nie został użyty: dotyczy wcześniejszego pytania, a status to teraz „${status}”.`,
  noQuestion:
    'Ta odpowiedź nie została użyta. Aby poprosić o poprawki, naciśnij najpierw „Poproś o poprawki” pod wiadomością o zgłoszeniu.',
  workersOnly: 'Zlecenia przyjmują tylko wykonawcy. /mine pokazuje Twoje zgłoszenia.',
  none: { mine: 'Nic nie czeka.', free: 'W tej chwili nie ma wolnych zleceń.' },
  list: { mine: (count) => `Otwarte (${count})`, free: (count) => `Wolne zlecenia (${count})` },
  more: (count) => (count === 1 ? 'Jeszcze jedno w Callout:' : `W Callout jest ich jeszcze ${count}:`),
  photoAdded: (count, max) => `Zdjęcie dodane (${count} z ${max}).`,
  photosAdded: (added, count, max) => `Dodano ${added} ${form(added, 'zdjęcie', 'zdjęcia', 'zdjęć')} (${count} z ${max}).`,
  notAdded: (count, why) => `Nie dodano ${count} ${form(count, 'pliku', 'plików', 'plików')}. ${why}`,
  file: {
    no_job: () =>
      'Nie masz zlecenia w trakcie. Najpierw rozpocznij pracę albo wyślij zdjęcie jako odpowiedź na wiadomość o zleceniu. /mine pokazuje Twoje zlecenia.',
    several_jobs: () =>
      'Masz kilka zleceń w trakcie. Wyślij zdjęcie jako odpowiedź na wiadomość o właściwym zleceniu. /mine pokazuje Twoje zlecenia.',
    workers_only: () => 'Zdjęcia pracy dodaje wykonawca zlecenia.',
    no_ticket: () => 'To zgłoszenie już nie istnieje.',
    not_yours: () => 'Zdjęcia dodaje wykonawca zlecenia, a to nie jest Twoje.',
    not_in_progress: () => 'Zdjęcia można dodawać tylko wtedy, gdy zlecenie jest w trakcie.',
    full: ({ photos }) => `To zlecenie ma już maksymalną liczbę zdjęć: ${photos}.`,
    no_photo: () => 'Można dodawać tylko zdjęcia: JPEG, PNG lub WebP.',
    heic: () => 'Plików HEIC nie można dodać. Wyślij obraz jako zdjęcie, a nie jako plik; komunikator go przekształci.',
    too_large: ({ size }) => `Plik jest większy niż ${size} MB.`,
    damaged: () => 'To zdjęcie jest uszkodzone. Wyślij je ponownie.',
    not_fetched: () => 'Nie udało się pobrać zdjęcia z komunikatora. Wyślij je ponownie.',
  },
};
