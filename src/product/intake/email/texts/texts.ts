import type { Language } from '../../../../platform/lib/languages.ts';

/** What a report or a comment says of the mail that it was made of. */
interface IntakeTexts {
  /** in place of a text */
  noText: string;
  /** the text was longer than what is kept */
  cut: string;
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
    omitted: (files) => `[Left out: ${files}]`,
    why: {
      heic: 'HEIC, which cannot be shown',
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
    omitted: (files) => `[Weggelassen: ${files}]`,
    why: {
      heic: 'HEIC, das nicht angezeigt werden kann',
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
    omitted: (files) => `[Pominięto: ${files}]`,
    why: {
      heic: 'HEIC, którego nie można wyświetlić',
      no_photo: 'to nie zdjęcie',
      too_large: 'za duże',
      damaged: 'uszkodzone',
      too_many: 'za dużo zdjęć',
    },
    replyTo: (ticketId) => `[Odpowiedź do zgłoszenia #${ticketId}]`,
  },
};
