import type { MessengerTexts } from './en.ts';

export const pl: MessengerTexts = {
  off: 'Żaden czat nie jest połączony',
  on: 'Czat jest połączony',
  toTarget: (target) => `Wiadomości są wysyłane do: ${target}.`,
  noBot: (role) =>
    role === 'admin'
      ? 'Ten serwer nie ma bota. Dodaj bota dla wszystkich na stronie „Instalacja”.'
      : 'Ten serwer nie ma bota. Poproś administratora, aby go skonfigurował.',
  noBotButOwn: (role) =>
    role === 'admin'
      ? 'Ten serwer nie ma bota. Połącz własnego lub dodaj bota dla wszystkich na stronie „Instalacja”.'
      : 'Ten serwer nie ma bota. Połącz własnego lub poproś administratora, aby go skonfigurował.',
  bind: 'Połącz Telegram',
  bindText: 'Otwórz link na urządzeniu, na którym używasz Telegrama, lub zeskanuj kod telefonem, a potem naciśnij „Start”.',
  getCode: 'Pokaż link',
  newCode: 'Utwórz nowy link',
  open: 'Otwórz Telegram',
  codeUntil: 'Wygasa',
  code: 'Albo wyślij botowi ten kod:',
  qr: 'Kod QR z linkiem',
  targetHint: '@nazwa grupy lub kanału, do którego należy bot, albo identyfikator czatu.',
  targetSaved: 'Czat jest połączony.',
  stop: 'Rozłącz czat',
  stopped: 'Czat jest rozłączony.',
  ownBot: 'Twój własny bot',
  ownBotText: 'Token od BotFather, na przykład 123:abc. Jest przechowywany w postaci zaszyfrowanej i nie będzie już pokazany.',
  ownBotOn: (name) => `Twój bot ${name} jest połączony.`,
  connect: 'Połącz',
  connected: 'Twój bot jest połączony.',
  disconnect: 'Rozłącz',
  disconnected: 'Twój bot jest rozłączony.',
  showToken: 'Pokaż token',
  noKey: 'Nie możesz połączyć własnego bota: ten serwer nie ma klucza szyfrowania (DATA_ENCRYPTION_KEY).',
  forRole: {
    client: 'Czat informuje o zgłoszeniach. W czacie prywatnym potwierdzisz pracę przyciskiem.',
    worker: 'Czat informuje o zgłoszeniach. W czacie prywatnym przyjmiesz, rozpoczniesz i zakończysz je przyciskami.',
    admin: 'Na czat trafia to, co włączysz w „Powiadomieniach”. Wypróbuj go wiadomością testową.',
  },
  sendTest: 'Wyślij wiadomość testową',
  testSent: 'Wysłano wiadomość testową. Sprawdź czat.',
};
