import { textsHook } from '../../i18n/locale.ts';

const en = {
  title: 'Cannot be assigned',
  disabled: 'account disabled',
  invited: 'has not answered the invitation',
  expired: 'the invitation has expired',
  declined: 'declined the invitation',
};
export type UnavailableTexts = typeof en;
const de: UnavailableTexts = {
  title: 'Nicht zuweisbar',
  disabled: 'Konto deaktiviert',
  invited: 'hat die Einladung noch nicht beantwortet',
  expired: 'die Einladung ist abgelaufen',
  declined: 'hat die Einladung abgelehnt',
};
const pl: UnavailableTexts = {
  title: 'Nie można przydzielić',
  disabled: 'konto wyłączone',
  invited: 'nie odpowiedział(a) na zaproszenie',
  expired: 'zaproszenie wygasło',
  declined: 'odrzucił(a) zaproszenie',
};

/** Why workers cannot be assigned, in the current language. */
export const useUnavailableTexts = textsHook({ en, de, pl });
