import { durationFormatter } from './duration.ts';
import type { Texts } from './en.ts';

export const pl: Texts = {
  language: 'pl',
  category: {
    electric: 'Elektryka',
    plumbing: 'Hydraulika',
    climate: 'Ogrzewanie i klimatyzacja',
    elevator: 'Winda',
    other: 'Inne',
  },
  priority: { low: 'Niski', normal: 'Zwykły', high: 'Wysoki' },
  mail: {
    hello: (name) => (name ? `Dzień dobry, ${name}!` : 'Dzień dobry!'),
    passwordReset: {
      subject: 'Wybierz nowe hasło',
      asked: 'Otrzymaliśmy prośbę o nowe hasło do Twojego konta Callout. Mamy nadzieję, że od Ciebie.',
      openLink: 'Otwórz ten link w ciągu 24 godzin, aby wybrać hasło. Link działa raz, a wcześniejsze są nieważne.',
      link: 'Wybierz nowe hasło',
      notYou: 'Jeśli to nie Twoja prośba, nie musisz nic robić: hasło pozostanie bez zmian.',
    },
    choosePassword: {
      subject: 'Twoje konto zostało zatwierdzone',
      confirmed: 'Twoje konto Callout zostało zatwierdzone. Wybierz własne hasło, aby logować się tym adresem.',
      link: 'Wybierz hasło',
      expires: 'Link działa raz, przez 24 godziny. Potem użyj opcji „Nie pamiętasz hasła?” na stronie logowania.',
    },
    passwordChanged: {
      subject: 'Twoje hasło zostało zmienione',
      changed: 'Hasło do Twojego konta Callout zostało zmienione, a wszystkie pozostałe sesje zakończone.',
      notYou: 'Jeśli to nie Twoja zmiana, wybierz teraz nowe hasło i powiadom administratora.',
      link: 'Wybierz nowe hasło',
    },
    accountEnabled: {
      subject: 'Konto zostało odblokowane',
      enabled: (account, by) => `Zablokowane przez Ciebie konto (${account}) zostało odblokowane. Zrobił to użytkownik: ${by}.`,
      disableAgain: 'Jeśli to pomyłka, zablokuj je ponownie.',
      link: 'Pokaż konta',
    },
    twoFactorReset: {
      subject: 'Weryfikacja dwuetapowa została wyłączona',
      switchedOff:
        'Administrator wyłączył weryfikację dwuetapową Twojego konta Callout. Do zalogowania się wystarczy teraz hasło.',
      setUpAgain:
        'Możesz ją ponownie włączyć w ustawieniach bezpieczeństwa. Jeśli to nie Twoja prośba, wybierz teraz nowe hasło i powiadom administratora.',
      link: 'Wybierz nowe hasło',
    },
    accountConfirmed: {
      subject: 'Twoje konto zostało zatwierdzone',
      confirmed: 'Twoje konto Callout zostało zatwierdzone. Możesz się zalogować tym adresem i wybranym dla niego hasłem.',
      link: 'Zaloguj się',
    },
  },
  ticket: {
    reminder: (id) => `Zgłoszenie #${id} nadal czeka na wykonawcę`,
    waitsFor: (duration) => `Nikt go nie przyjął, choć czeka już ${duration}.`,
    createdByRule: (id) => `Z harmonogramu powstało zgłoszenie #${id}`,
    createdBefore: (duration) => `Utworzono je ${duration} temu.`,
    // In the accusative, for `już` and `temu`.
    duration: durationFormatter(
      'pl',
      {
        day: { one: 'dzień', other: 'dni' },
        hour: { one: 'godzinę', few: 'godziny', other: 'godzin' },
        minute: { one: 'minutę', few: 'minuty', other: 'minut' },
      },
      'mniej niż minutę',
    ),
    floor: (floor) => (/^\W?\d+\w?$/.test(floor) ? `piętro ${floor}` : floor),
    withPriority: (name) => `priorytet: ${name}`,
  },
  testMessage: 'To jest test. Tutaj będziesz otrzymywać powiadomienia o swoich zgłoszeniach.',
  botReplies: {
    welcome:
      'Ten bot powiadamia Cię o Twoich zgłoszeniach. Aby połączyć ten czat, pobierz kod w konsoli w sekcji „Powiadomienia” i wyślij go tutaj.',
    bound:
      'Ten czat jest połączony. Będziesz tu otrzymywać powiadomienia o oczekujących zgłoszeniach i o zgłoszeniach z harmonogramów. /stop je wyłącza.',
    expired: 'Ten kod został już użyty lub wygasł. Pobierz nowy w konsoli.',
    unknown: 'Nie ma takiego kodu. Pobierz nowy w konsoli.',
    bound_here: 'Ten czat jest połączony: otrzymujesz tu powiadomienia. /stop je wyłącza.',
    not_bound: 'Ten czat nie jest połączony z żadnym kontem. Pobierz kod w konsoli i wyślij go tutaj.',
    stop_refused: 'Ten czat połączył ktoś inny. Powiadomienia może tu wyłączyć tylko ta osoba albo właściciel konta w konsoli.',
    stopped: 'Nie będziesz już otrzymywać tu powiadomień. Nowy kod z konsoli ponownie połączy ten czat.',
  },
};
