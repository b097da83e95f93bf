import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { ApiTokensTexts } from './en.ts';

const n = pluralFormatter<'one' | 'few' | 'many'>('pl');

export const pl: ApiTokensTexts = {
  title: 'Tokeny API',
  text: 'Tokeny API pozwalają programom działać w Twoim imieniu bez Twojego hasła.',
  create: 'Nowy token',
  none: 'Brak tokenów API',
  noneText: 'Token pozwala programowi odczytywać lub zmieniać to, co możesz odczytywać lub zmieniać Ty.',
  name: 'Nazwa',
  nameHint: 'Do czego służy, na przykład „Ekran informacyjny”.',
  scopes: { read: 'Tylko odczyt', write: 'Odczyt i zapis' },
  lifetimes: (days) => (days === 365 ? 'Za rok' : n(days, { one: 'Za {n} dzień', few: 'Za {n} dni', many: 'Za {n} dni' })),
  never: 'Nigdy',
  expiresAt: 'wygasa',
  expired: 'Wygasł',
  neverExpires: 'nie wygasa',
  lastUsed: 'ostatnio używany',
  neverUsed: 'nieużywany',
  createdTitle: 'Skopiuj swój nowy token',
  createdText: 'Jest pokazywany tylko teraz. Każdy, kto go ma, może działać w Twoim imieniu: strzeż go jak hasła.',
  usage: 'Wysyłaj go z każdym wywołaniem API:',
  done: 'Gotowe',
  revoke: 'Usuń',
  revokeTitle: (name) => `Usunąć „${name}”?`,
  revokeText: 'Programy, które używają tego tokenu, natychmiast stracą dostęp.',
  revoked: (name) => `Usunięto „${name}”.`,
};
