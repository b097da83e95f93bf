import type { NotificationTexts } from './en.ts';

const plural = new Intl.PluralRules('pl');
const notificationForms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'powiadomienie', few: 'powiadomienia' };

export const pl: NotificationTexts = {
  locale: 'pl-PL',
  events: {
    ticket_available: { headline: 'Nowe zgłoszenie', sentence: () => 'Nikt go jeszcze nie przyjął.' },
    ticket_assigned: {
      headline: 'Przydzielone zgłoszenie',
      sentence: (actor) => (actor ? `Zgłoszenie zostało przydzielone (${actor}).` : 'To zgłoszenie zostało przydzielone.'),
    },
    ticket_started: {
      headline: 'Praca rozpoczęta',
      sentence: (actor) => (actor ? `Praca została rozpoczęta (${actor}).` : 'Praca została rozpoczęta.'),
    },
    ticket_done: {
      headline: 'Do potwierdzenia',
      sentence: (actor) =>
        actor ? `Praca została wykonana (${actor}). Prosimy ją sprawdzić.` : 'Praca została wykonana. Prosimy ją sprawdzić.',
    },
    ticket_rejected: {
      headline: 'Do poprawki',
      sentence: (actor) => (actor ? `Potrzebna jest poprawka (${actor}).` : 'Potrzebna jest poprawka.'),
    },
    ticket_confirmed: {
      headline: 'Potwierdzone',
      sentence: (actor) => (actor ? `Praca została potwierdzona (${actor}).` : 'Praca została potwierdzona.'),
    },
    ticket_canceled: {
      headline: 'Anulowane',
      sentence: (actor) =>
        actor ? `Zgłoszenie zostało anulowane (${actor}). Nic więcej nie trzeba robić.` : 'Nic więcej nie trzeba robić.',
    },
    ticket_edited: {
      headline: 'Zmienione zgłoszenie',
      sentence: (actor) => (actor ? `Zgłoszenie zostało zmienione (${actor}).` : 'To zgłoszenie zostało zmienione.'),
    },
    comment_added: {
      headline: 'Nowy komentarz',
      sentence: (actor) => (actor ? `${actor} pisze:` : 'Nowa wiadomość:'),
    },
    invitation: {
      headline: 'Zaproszenie',
      sentence: (actor) => (actor ? `Do tego projektu zaprasza: ${actor}.` : 'Masz zaproszenie do tego projektu.'),
    },
    confirmation_waiting: {
      headline: 'Nadal czeka na potwierdzenie',
      sentence: () => 'Praca jest wykonana od ponad doby. Prosimy ją sprawdzić.',
    },
    handed_back: {
      headline: 'Zwrócone zgłoszenie',
      sentence: (actor) =>
        actor
          ? `Zgłoszenie zostało zwrócone (${actor}). Prosimy przydzielić je innej osobie.`
          : 'Zgłoszenie trzeba przydzielić innej osobie.',
    },
    ticket_on_hold: {
      headline: 'Wstrzymane',
      sentence: (actor, _, { waitsFor, time }) =>
        `${actor ? `Zgłoszenie zostało wstrzymane (${actor})` : 'Zgłoszenie jest wstrzymane'}: ${waitsFor}.${time && ` Ciąg dalszy: ${time}.`}`,
    },
    hold_ended: {
      headline: 'Już nie wstrzymane',
      sentence: (actor) =>
        actor
          ? `Koniec wstrzymania (${actor}). Można kontynuować pracę.`
          : 'Wstrzymanie dobiegło końca. Można kontynuować pracę.',
    },
    appointment_set: {
      headline: 'Termin wizyty',
      sentence: (actor, _, { time, answer }) => {
        if (answer) return `Osoba, która zgłosiła problem, wybrała ten termin: ${time}.`;
        return actor ? `Ustalono termin wizyty (${actor}): ${time}.` : `Ustalono termin wizyty: ${time}.`;
      },
    },
    appointment_canceled: {
      headline: 'Wizyta odwołana',
      sentence: (actor, _, { time }) =>
        actor ? `Wizyta została odwołana (${actor}): ${time}.` : `Wizyta została odwołana: ${time}.`,
    },
    appointment_soon: { headline: 'Zbliża się wizyta', sentence: (_actor, _, { time }) => `Wizyta już niedługo: ${time}.` },
    quote_sent: {
      headline: 'Wycena',
      sentence: (actor, _, { amount }) =>
        actor ? `Jest wycena na ${amount} (${actor}). Prosimy o odpowiedź.` : `Jest wycena na ${amount}. Prosimy o odpowiedź.`,
    },
    quote_answered: {
      headline: 'Odpowiedź na wycenę',
      sentence: (actor, _, { amount, isApproved }) => {
        const answer = isApproved ? 'zaakceptowana' : 'odrzucona';
        return `Wycena na ${amount} została ${answer}${actor ? ` (${actor})` : ''}.`;
      },
    },
    appointment_answered: {
      headline: 'Odpowiedź w sprawie wizyty',
      sentence: (_actor, _, { time, answer }) => {
        if (!time) return 'Osoba, która zgłosiła problem, odrzuciła wszystkie terminy. Prosimy zaproponować inne.';
        return `Osoba, która zgłosiła problem, ${answer === 'accepted' ? 'potwierdziła' : 'odrzuciła'} termin wizyty: ${time}.`;
      },
    },
    worker_on_the_way: {
      headline: 'W drodze',
      sentence: (actor) => (actor ? `${actor} jest w drodze.` : 'Wykonawca jest w drodze.'),
    },
    due_soon: {
      headline: (deadline) => (deadline === 'take' ? 'Czeka na przyjęcie' : 'Zbliża się termin'),
      sentence: (_, deadline) =>
        deadline === 'take' ? 'Nikt go jeszcze nie przyjął, a termin wkrótce minie.' : 'Termin wykonania pracy wkrótce minie.',
    },
    overdue: {
      headline: (deadline) => (deadline === 'take' ? 'Nieprzyjęte na czas' : 'Po terminie'),
      sentence: (_, deadline) =>
        deadline === 'take' ? 'Zgłoszenie nie zostało przyjęte na czas.' : 'Praca nie została wykonana na czas.',
    },
    rule_worker_missing: {
      headline: 'Potrzebny wykonawca',
      sentence: (worker) =>
        worker
          ? `Harmonogram przewiduje wykonawcę ${worker}, którego nie można już przydzielić. Proszę przydzielić kogoś innego.`
          : 'Wykonawcy z harmonogramu nie można już przydzielić. Proszę przydzielić kogoś innego.',
    },
    report_received: {
      headline: 'Nowe zgłoszenie z budynku',
      sentence: (worker) =>
        worker
          ? `Zauważone przy innym zgłoszeniu (${worker}). Prosimy je sprawdzić.`
          : 'Zgłosiła to osoba bez konta. Prosimy je sprawdzić.',
    },
    document_expiring: { headline: 'Dokument wygasa', sentence: (_actor, _, { time }) => `Jest ważny do ${time}.` },
    webhook_disabled: {
      headline: 'Webhook wyłączony',
      sentence: () => 'Nic już nie jest do niego wysyłane. W zakładce „Webhooki” widać powód i można go włączyć ponownie.',
    },
  },
  changed: (fields) => `Zmieniono: ${fields}`,
  fields: { description: 'opis', category: 'kategoria', priority: 'priorytet', floor: 'piętro' },
  waitsFor: {
    part: 'brakuje części',
    access: 'brak dostępu',
    quote: 'wycena czeka na odpowiedź',
    weather: 'pogoda nie pozwala',
    other: 'praca musi poczekać',
  },
  reason: (reason) => `Powód: ${reason}`,
  internalComment: 'Komentarz wewnętrzny: otwórz zgłoszenie, aby go przeczytać.',
  urgent: 'Wysoki priorytet',
  open: 'Otwórz',
  digestSubject: (count) => `${count} ${notificationForms[plural.select(count)] ?? 'powiadomień'}`,
  more: (count) => `i jeszcze ${count}:`,
  unsubscribe: {
    question: 'Czy nie chcesz już otrzymywać powiadomień e-mailem?',
    button: 'Wypisz się',
    done: 'Powiadomienia e-mailem są wyłączone. Można je włączyć ponownie w Callout w sekcji „Powiadomienia”.',
  },
  settings: 'To powiadomienie jest włączone w Callout. Można je zmienić lub wyłączyć w sekcji „Powiadomienia”.',
};
