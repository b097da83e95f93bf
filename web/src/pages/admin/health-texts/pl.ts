import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { HealthTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: HealthTexts = {
  title: 'Stan systemu',
  allOk: 'Wszystko działa.',
  okExceptOff: (names) => `Nie znaleziono problemów. Wyłączone: ${names}.`,
  troubles: (count) =>
    n(count, { one: 'Problem w {n} obszarze.', few: 'Problemy w {n} obszarach.', many: 'Problemy w {n} obszarach.' }),
  checked: 'Ostatnie sprawdzenie:',
  version: (version) => `Wersja ${version}`,
  states: { ok: 'Działa', off: 'Wyłączone', trouble: 'Problem' },
  messenger: {
    title: 'Telegram',
    working: 'Boty odbierają polecenia, a wiadomości są wysyłane.',
    not_configured: 'Bot nie jest skonfigurowany. Dodaj go na stronie „Instalacja” lub pozwól użytkownikom połączyć własne boty.',
    unreachable:
      'Telegram nie odpowiada. Wysyłka wiadomości jest ponawiana przez 24 godziny. Sprawdź połączenie sieciowe serwera.',
    refused: 'Telegram odrzuca token bota. Wpisz aktualny token na stronie „Instalacja”.',
    webhook: 'Bot ma webhook, więc nie odbiera poleceń. Usuń webhook.',
    not_polled:
      'Niektóre boty nie odbierają poleceń: ich token może być nieprawidłowy lub mają webhook. Bota i przyczynę podaje log.',
    failing: 'Niektórych wiadomości nie udaje się wysłać. Próby są ponawiane przez 24 godziny. Przyczynę podaje log.',
    given_up: 'Ostatniej wiadomości nie udało się wysłać przez 24 godziny, więc została odrzucona. Przyczynę podaje log.',
    no_public_url: 'Linki w wiadomościach nie działają. Ustaw adres publiczny na stronie „Instalacja”.',
  },
  mail: {
    title: 'E-mail',
    working: 'E-maile są wysyłane.',
    not_configured:
      'Serwer poczty nie jest skonfigurowany, więc e-maile nie są wysyłane. Skonfiguruj go na stronie „Instalacja”. Do tego czasu przekazuj linki do zresetowania hasła samodzielnie.',
    failing: 'Niektórych e-maili nie udaje się wysłać. Próby są ponawiane przez 24 godziny. Przyczynę podaje log.',
    given_up: 'Ostatniego e-maila nie udało się wysłać przez 24 godziny, więc został odrzucony. Przyczynę podaje log.',
    rejected: 'Serwer poczty odrzucił dotąd każdy e-mail. Przyczynę podaje log.',
    no_public_url: 'Linki w e-mailach nie działają. Ustaw adres publiczny na stronie „Instalacja”.',
  },
  intake: {
    title: 'Poczta przychodząca',
    working: 'Skrzynka jest odczytywana co minutę.',
    not_configured: 'Skrzynka nie jest skonfigurowana, więc e-maile nie są odczytywane. Ustaw IMAP_HOST.',
    failed: 'Nie można odczytać skrzynki lub zapisać niektórych e-maili. Próby są ponawiane co minutę. Przyczynę podaje log.',
    late: 'Skrzynka od dłuższego czasu nie była odczytywana. Sprawdź, czy usługa działa bez przerw.',
  },
  storage: {
    title: 'Magazyn zdjęć',
    working: 'Zdjęcia można zapisywać i odczytywać.',
    unreachable: 'Magazyn nie odpowiada lub nie pozwala na zapis, więc nie można przesyłać zdjęć. Przyczynę podaje log.',
    full: 'Dysk jest pełny, więc nie można przesyłać zdjęć. Zwolnij miejsce lub przenieś zdjęcia na większy dysk.',
    nearly_full:
      'Dysk jest prawie pełny. Wkrótce nie będzie można przesyłać zdjęć. Zwolnij miejsce lub przenieś zdjęcia na większy dysk.',
    undeletable: 'Niektórych plików usuniętych zdjęć nie można skasować. Przyczynę podaje log.',
  },
  retention: {
    title: 'Usuwanie zamkniętych zgłoszeń',
    working: 'Zamknięte zgłoszenia są usuwane na czas.',
    switched_off:
      'Zamknięte zgłoszenia są przechowywane bezterminowo. Ustaw TICKET_RETENTION_DAYS, aby usuwać je po pewnym czasie.',
    failed: 'Ostatnie usuwanie się nie powiodło i jest ponawiane automatycznie. Przyczynę podaje log.',
    late: 'Usuwanie zamkniętych zgłoszeń się opóźnia. Sprawdź, czy usługa działa bez przerw.',
  },
  rules: {
    title: 'Harmonogramy',
    working: 'Harmonogramy działają na czas.',
    failed: 'Ostatnie sprawdzenie harmonogramów się nie powiodło i jest ponawiane automatycznie. Przyczynę podaje log.',
    late: 'Sprawdzenie harmonogramów się opóźnia. Sprawdź, czy usługa działa bez przerw.',
  },
  deadlines: {
    title: 'Terminy',
    working: 'Terminy są sprawdzane na czas.',
    failed: 'Ostatnie sprawdzenie terminów się nie powiodło i jest ponawiane automatycznie. Przyczynę podaje log.',
    late: 'Sprawdzenie terminów się opóźnia. Sprawdź, czy usługa działa bez przerw.',
  },
  kinds: { local: 'Dysk lokalny', s3: 'Zasobnik S3' },
  bot: 'Bot',
  heard: 'Połączone boty',
  partOf: (part, all) => `${part} z ${all}`,
  waiting: 'Do wysłania',
  failing: 'Z błędami',
  taken: 'Przyjęte',
  takenIn: (count) => `${count} w ciągu 30 dni`,
  left: 'Nieprzyjęte',
  showLeft: (count) => n(count, { one: 'Pokaż {n} e-mail', few: 'Pokaż {n} e-maile', many: 'Pokaż {n} e-maili' }),
  lastSent: 'Ostatnio wysłano',
  lastRun: 'Ostatnie uruchomienie',
  nextRun: 'Następne uruchomienie',
  never: 'Jeszcze nie',
  keptFor: 'Czas przechowywania',
  beforeDeletion: 'Przed usunięciem',
  archived: 'Archiwizacja',
  days: (count) => n(count, { one: '{n} dzień', few: '{n} dni', many: '{n} dni' }),
  kind: 'Rodzaj',
  freeSpace: 'Wolne miejsce na dysku',
  gigabytes: (count) => `${count} GB`,
  undeletable: 'Nieusunięte pliki',
  due: 'Zaległe harmonogramy',
  blocked: 'Z tego wstrzymane',
  blockedText: 'Poprzednie zgłoszenie jest nadal otwarte albo projekt lub budynek jest wyłączony.',
  unsent: 'Powiadomienia do wysłania',
};
