import type { Language } from '../../../../platform/lib/languages.ts';

/** What a report or a comment says of the mail that it was made of. */
interface IntakeTexts {
  /** in place of a text */
  noText: string;
  /** the text was longer than what is kept */
  cut: string;
  /** the files that are no part of it, which the mail in the mailbox still has */
  omitted: (files: string) => string;
  why: { heic: string; no_photo: string; too_large: string; damaged: string; too_many: string };
  /** @param ticketId of the request that somebody wanted to comment on */
  replyTo: (ticketId: number) => string;
}

/** The texts of the intake of mails. */
export const intakeTexts: Record<Language, IntakeTexts> = {
  en: {
    noText: '(mail without text)',
    cut: '[The mail is longer. The rest was left out.]',
    omitted: (files) => `[Left out: ${files}. The mail in the mailbox still has it.]`,
    why: {
      heic: 'HEIC, which browsers cannot show',
      no_photo: 'not a photo',
      too_large: 'too large',
      damaged: 'damaged',
      too_many: 'too many photos',
    },
    replyTo: (ticketId) => `[Reply to request #${ticketId}]`,
  },
  de: {
    noText: '(E-Mail ohne Text)',
    cut: '[Die E-Mail ist länger. Der Rest wurde weggelassen.]',
    omitted: (files) => `[Weggelassen: ${files}. In der E-Mail im Postfach ist es noch enthalten.]`,
    why: {
      heic: 'HEIC, das Browser nicht anzeigen können',
      no_photo: 'kein Foto',
      too_large: 'zu groß',
      damaged: 'beschädigt',
      too_many: 'zu viele Fotos',
    },
    replyTo: (ticketId) => `[Antwort zu Auftrag #${ticketId}]`,
  },
  pl: {
    noText: '(wiadomość bez tekstu)',
    cut: '[Wiadomość jest dłuższa. Resztę pominięto.]',
    omitted: (files) => `[Pominięto: ${files}. E-mail w skrzynce nadal to zawiera.]`,
    why: {
      heic: 'HEIC, którego przeglądarki nie wyświetlają',
      no_photo: 'to nie zdjęcie',
      too_large: 'za duże',
      damaged: 'uszkodzone',
      too_many: 'za dużo zdjęć',
    },
    replyTo: (ticketId) => `[Odpowiedź do zgłoszenia #${ticketId}]`,
  },
};
