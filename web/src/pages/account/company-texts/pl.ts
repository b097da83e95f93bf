import type { CompanyTexts } from './en.ts';

export const pl: CompanyTexts = {
  again: 'Spróbuj ponownie',
  withPassword: 'Zaloguj się hasłem',
  failedTitle: 'Logowanie nie powiodło się',
  failures: {
    denied: 'Logowanie przerwano albo Twoje konto firmowe nie ma dostępu do Callout.',
    refused: 'Nie udało się sprawdzić logowania. Spróbuj ponownie. Jeśli to nie pomoże, zwróć się do administratora.',
    expired: 'Logowanie trwało zbyt długo albo zaczęto je w innej przeglądarce. Zacznij od nowa.',
    unavailable: 'Logowanie firmowe jest teraz niedostępne. Spróbuj później albo zaloguj się hasłem.',
    limited: 'Zbyt wiele logowań z Twojej sieci. Odczekaj minutę i spróbuj ponownie.',
  },
};
