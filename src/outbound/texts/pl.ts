import { pl as labels } from '../../product/tickets/labels/pl.ts';
import type { Texts } from './en.ts';
import { durationFormatter } from './times.ts';

export const pl: Texts = {
  ...labels,
  language: 'pl',
  mail: {
    hello: (name) => (name ? `Dzień dobry, ${name},` : 'Dzień dobry,'),
    passwordReset: {
      subject: 'Ustaw nowe hasło do konta Callout',
      asked: 'Otrzymaliśmy prośbę o nowe hasło do Twojego konta Callout.',
      openLink: 'Otwórz ten link w ciągu 24 godzin, aby ustawić nowe hasło. Link działa raz i zastępuje wcześniejsze.',
      link: 'Ustaw nowe hasło',
      notYou: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość: hasło pozostanie bez zmian.',
    },
    choosePassword: {
      subject: 'Twoje konto Callout zostało zatwierdzone',
      confirmed: 'Twoje konto Callout zostało zatwierdzone. Wybierz własne hasło, aby logować się tym adresem e-mail.',
      link: 'Wybierz hasło',
      expires: 'Link działa raz i wygasa po 24 godzinach. Potem użyj opcji „Nie pamiętasz hasła?” na stronie logowania.',
    },
    passwordChanged: {
      subject: 'Hasło do Twojego konta Callout zostało zmienione',
      changed: 'Hasło do Twojego konta Callout zostało zmienione, a wszystkie pozostałe sesje zakończone.',
      notYou: 'Jeśli to nie Twoja zmiana, ustaw teraz nowe hasło i powiadom administratora.',
      link: 'Ustaw nowe hasło',
    },
    accountEnabled: {
      subject: 'Zablokowane przez Ciebie konto Callout zostało odblokowane',
      enabled: (account, by) => `Użytkownik ${by} odblokował konto, które zostało zablokowane przez Ciebie: ${account}.`,
      disableAgain: 'Jeśli to pomyłka, zablokuj je ponownie.',
      link: 'Pokaż konta',
    },
    twoFactorReset: {
      subject: 'Weryfikacja dwuetapowa konta Callout została zresetowana',
      reset:
        'Administrator zresetował weryfikację dwuetapową Twojego konta Callout. Do zalogowania się wystarczy teraz samo hasło.',
      setUpAgain:
        'Możesz ją ponownie włączyć w ustawieniach bezpieczeństwa. Jeśli to nie Twoja prośba, ustaw teraz nowe hasło i powiadom administratora.',
      link: 'Ustaw nowe hasło',
    },
    passkeyAdded: {
      subject: 'Do konta Callout dodano klucz dostępu',
      added: 'Do Twojego konta Callout dodano klucz dostępu. Pozwala zalogować się bez hasła.',
      notYou: 'Jeśli to nie Ty, usuń go teraz, zmień hasło i powiadom administratora.',
      link: 'Ustawienia bezpieczeństwa',
    },
    passkeysRemoved: {
      subject: 'Usunięto klucze dostępu konta Callout',
      removed: 'Administrator usunął wszystkie klucze dostępu Twojego konta Callout. Logowanie hasłem nie wymaga już żadnego.',
      addAgain:
        'Nowy możesz dodać w ustawieniach bezpieczeństwa. Jeśli to nie Twoja prośba, zmień teraz hasło i powiadom administratora.',
      link: 'Ustawienia bezpieczeństwa',
    },
    test: {
      subject: 'Wiadomość testowa',
      sentence: 'Ta wiadomość sprawdza ustawienia serwera poczty. Działają.',
      link: 'Otwórz konsolę',
    },
    accountInvitation: {
      subject: 'Twoje konto Callout',
      created: 'Utworzono dla Ciebie konto Callout. Wybierz hasło, aby zacząć.',
      link: 'Wybierz hasło',
      expires: 'Link działa raz i wygasa po 7 dniach.',
      notYou: 'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją.',
    },
    grantInvitation: {
      subject: 'Zaproszenie do działania w czyimś imieniu w Callout',
      invited: (principal: string): string => `${principal} zaprasza Cię do działania w swoim imieniu w Callout.`,
      link: 'Dołącz',
      expires: 'Link działa raz i wygasa po 7 dniach.',
      notYou: 'Jeśli nie znasz nadawcy, zignoruj tę wiadomość.',
    },
    reportConfirmation: {
      subject: 'Potwierdzenie adresu e-mail',
      asked: (place: string): string =>
        `${place ? `Zgłoszono problem („${place}”)` : 'Zgłoszono problem'} i podano ten adres, aby otrzymywać wiadomości o dalszych krokach. Prosimy go potwierdzić, aby otrzymywać e-mail przy każdym kroku.`,
      link: 'Potwierdź adres',
      notYou: 'Jeśli to pomyłka, prosimy zignorować tę wiadomość: nie będzie kolejnych.',
    },
    reportStep: {
      subject: (headline: string, place: string): string => `Zgłoszenie${place ? ` („${place}”)` : ''}: ${headline}`,
      appointment: 'Wizyta',
      appointmentSet: (time: string): string => `Termin wizyty: ${time}`,
      answerIt: 'Ten termin można potwierdzić lub odrzucić na stronie zgłoszenia.',
      appointmentCanceled: 'Wizyta została odwołana.',
      timesOffered: 'Który termin odpowiada? Można go wybrać na stronie zgłoszenia.',
      link: 'Strona zgłoszenia',
      end: 'Ta wiadomość dotyczy zgłoszonego problemu i potwierdzonego adresu.',
      endLink: 'Nie wysyłaj więcej takich wiadomości',
    },
    accountConfirmed: {
      subject: 'Twoje konto Callout zostało zatwierdzone',
      confirmed: 'Twoje konto Callout zostało zatwierdzone. Zaloguj się tym adresem e-mail i hasłem wybranym dla konta.',
      link: 'Zaloguj się',
    },
  },
  ticket: {
    reminder: (id) => `Zgłoszenie #${id} nadal czeka na wykonawcę`,
    waitsFor: (duration) => `Utworzono je ${duration} temu i nikt go jeszcze nie przyjął.`,
    createdByRule: (id) => `Z harmonogramu powstało zgłoszenie #${id}`,
    createdBefore: (duration) => `Utworzono je ${duration} temu.`,
    // In the accusative, for `temu`.
    duration: durationFormatter(
      'pl',
      {
        day: { one: 'dzień', other: 'dni' },
        hour: { one: 'godzinę', few: 'godziny', other: 'godzin' },
        minute: { one: 'minutę', few: 'minuty', other: 'minut' },
      },
      'mniej niż minutę',
    ),
    floor: (floor) => (/^\W?\d+\w?$/.test(floor) ? `Piętro ${floor}` : floor),
    withPriority: (name) => `priorytet: ${name}`,
  },
  buttons: {
    take: 'Przyjmij',
    start: 'Rozpocznij',
    done: 'Zakończ pracę',
    confirm: 'Potwierdź',
    reject: 'Poproś o poprawki',
    hold: 'Wstrzymaj',
    resume: 'Zakończ wstrzymanie',
    back: 'Wróć',
  },
  quoteButtons: { approve: (amount) => `Zaakceptuj wycenę: ${amount}`, decline: 'Odrzuć wycenę' },
  holdReasons: {
    part: 'Brak części',
    access: 'Brak dostępu',
    quote: 'Wycena',
    weather: 'Pogoda',
    other: 'Inny powód',
  },
  testMessage: 'To jest test. Tutaj będziesz otrzymywać powiadomienia o swoich zgłoszeniach.',
  botReplies: {
    welcome:
      'Ten bot wysyła Ci powiadomienia o Twoich zgłoszeniach. Aby połączyć ten czat, pobierz kod w Callout w sekcji „Powiadomienia” i wyślij go tutaj.',
    bound:
      'Ten czat jest połączony. Będziesz tu otrzymywać powiadomienia o zgłoszeniach, których nie przyjął żaden wykonawca, i o zgłoszeniach z harmonogramów. Pozostałe powiadomienia wybierzesz w Callout w sekcji „Powiadomienia”. Aby je wyłączyć, wyślij /stop.',
    bound_worker:
      'Ten czat jest połączony. W Callout w sekcji „Powiadomienia” wybierzesz, o czym chcesz tu wiedzieć. /free pokazuje wolne zgłoszenia, /mine Twoje. Aby wyłączyć powiadomienia, wyślij /stop.',
    bound_admin:
      'Ten czat jest połączony. W Callout w sekcji „Powiadomienia” wybierzesz, o czym chcesz tu wiedzieć. Aby wyłączyć powiadomienia, wyślij /stop.',
    expired: 'Ten kod został już użyty lub wygasł. Pobierz nowy w Callout w sekcji „Powiadomienia”.',
    unknown: 'Nie ma takiego kodu. Pobierz nowy w Callout w sekcji „Powiadomienia”.',
    bound_here: 'Ten czat jest połączony: otrzymujesz tu powiadomienia. Aby je wyłączyć, wyślij /stop.',
    not_bound: 'Ten czat nie jest połączony z żadnym kontem. Pobierz kod w Callout w sekcji „Powiadomienia” i wyślij go tutaj.',
    stop_refused: 'Ten czat połączył ktoś inny. Powiadomienia może tu wyłączyć tylko ta osoba albo właściciel konta w Callout.',
    stopped: 'Powiadomienia w tym czacie są wyłączone. Nowy kod z Callout połączy go ponownie.',
  },
};
