import type { ShortcutTexts } from './en.ts';

export const pl: ShortcutTexts = {
  title: 'Skróty klawiszowe',
  switchText: 'Klawisz ? pokazuje listę. Wyłącz skróty, jeśli używasz wprowadzania głosowego.',
  offHint: 'Skróty można wyłączyć w profilu.',
  names: {
    create: 'Nowe zgłoszenie',
    search: 'Szukaj',
    goHome: 'Przejdź na stronę główną',
    goTickets: 'Przejdź do zgłoszeń',
    goProjects: 'Przejdź do projektów',
    next: 'Następny wiersz',
    previous: 'Poprzedni wiersz',
    open: 'Otwórz wiersz',
    assign: 'Przydziel',
    select: 'Zaznacz wiersz',
    confirm: 'Potwierdź wykonanie',
    help: 'Pokaż tę listę',
  },
};
