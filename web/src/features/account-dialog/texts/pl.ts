import type { AccountDialogTexts } from './en.ts';

export const pl: AccountDialogTexts = {
  removePasskeys: 'Usuń klucze dostępu',
  removePasskeysTitle: (count) => `Usunąć wszystkie klucze dostępu tego konta (${count})?`,
  removePasskeysText: (name) =>
    `Tylko wtedy, gdy ${name} nie ma już tych urządzeń. Logowanie hasłem nie będzie wymagać klucza dostępu.`,
  passkeysRemoved: (name) => `Usunięto klucze dostępu: ${name}.`,
  unlink: 'Odłącz konto firmowe',
  unlinkTitle: 'Odłączyć konto firmowe?',
  unlinkText: (name) =>
    `Następne logowanie kontem firmowym z adresem e-mail tego konta (${name}) połączy je ponownie. Otwarte sesje trwają dalej.`,
  unlinked: (name) => `Odłączono konto firmowe: ${name}.`,
};
