// What somebody has written themselves: without the history that mail programs add to a reply, and without a signature.

/** Longer texts are cut before they are searched. */
const maxSearched = 100_000;
const maxLineSearched = 500;

/** `-----Original Message-----` */
const originalMessage =
  /^-{2,}\s*(original message|original appointment|ursprüngliche nachricht|wiadomość oryginalna|oryginalna wiadomość|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$/i;
/** From here on somebody passes on what others wrote. */
const forwarded =
  /^(-{2,}\s*(forwarded message|weitergeleitete nachricht|przekazana wiadomość|treść przekazanej wiadomości|message transféré)\s*-{2,}|begin forwarded message:|anfang der weitergeleiteten nachricht:|początek przekazywanej wiadomości:)$/i;
const forwardSubject = /^\s*(fwd?|wg|pd|tr)\s*:/i;

/** The lines with which Outlook begins what is quoted. */
const headerOf = {
  from: /^\*?(from|von|od|de|da|van|fra|från)\s?:\*?\s*\S/i,
  other:
    /^\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|wysłano|wysłane|data|do|dw|temat|envoyé|à|objet|para|enviado|asunto|inviato|oggetto|verzonden|aan|onderwerp)\s?:\*?(\s|$)/i,
};

/** What stands before a quotation, in one line. */
const attributions = [
  /^on\b.{4,300}\bwrote:$/i,
  /^am\b.{4,300}\bschrieb\b.{0,200}:$/i,
  /^(w dniu|dnia|w dn\.|(pon|wt|śr|sr|czw|pt|sob|niedz|nd)\.?,).{4,300}(napisał(\(a\)|a)?|pisze).{0,200}:$/iu,
  /^le\b.{4,300}\ba écrit\s?:$/i,
  /^el\b.{4,300}\bescribió:$/i,
  /^il\b.{4,300}\bha scritto:$/i,
  /^op\b.{4,300}\bschreef\b.{0,200}:$/i,
  /^.{1,200}<\S+@\S+>\s?(wrote|schrieb|napisał\(a\)|a écrit).{0,100}:$/i,
  /^\d{4}-\d{2}-\d{2} .{3,200}<\S+@\S+>:$/,
];
const mobileSignature =
  /^(sent from my |sent from (yahoo|outlook|mail for)|get outlook for |von meinem .{2,40} gesendet|gesendet mit der |gesendet von (outlook|mail)|diese nachricht wurde von meinem |wysłane z (mojego |iphone|telefonu|programu )|envoyé de mon )/i;

/**
 * @param text of a mail @param subject of the mail: what is forwarded is not cut
 * @returns what is new in it; empty: nothing
 */
export function newText(text: string, subject = ''): string {
  const lines = text.slice(0, maxSearched).replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n');
  const isForward = forwardSubject.test(subject);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const trimmed = line.trim().slice(0, maxLineSearched);
    if (forwarded.test(trimmed)) {
      kept.push(...lines.slice(at));
      break;
    }
    if (/^-- ?$/.test(line) || originalMessage.test(trimmed)) break;
    if (!isForward && isHeaderBlock(lines, at)) {
      if (/^_{5,}$/.test(kept.at(-1)?.trim() ?? '')) kept.pop();
      break;
    }
    const attributed = linesOfAttribution(lines, at);
    if (attributed > 0) {
      // Without quotation marks after it nothing tells where the quoted text ends.
      if (!isQuoted(lines.slice(at + attributed).find((next) => next.trim() !== ''))) break;
      at += attributed - 1;
      continue;
    }
    if (!isQuoted(line) && !mobileSignature.test(trimmed)) kept.push(line);
  }
  return tidy(kept);
}

/** Spaces at ends of lines, and more than one empty line, come from quotations that were cut and from HTML. */
export const tidy = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s?(>|&gt;|\|\s)/.test(line);

/** At least three header lines of a mail in a row, `From:` among them. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!isHeader(lines[at])) return false;
  const block = lines.slice(at, at + maxHeaderLines);
  const end = block.findIndex((line) => !isHeader(line));
  const headers = end < 0 ? block : block.slice(0, end);
  return headers.length >= 3 && headers.some((line) => headerOf.from.test(line.trim()));
}

const maxHeaderLines = 7;

function isHeader(line = ''): boolean {
  const trimmed = line.trim().slice(0, maxLineSearched);
  return headerOf.from.test(trimmed) || headerOf.other.test(trimmed);
}

/** @returns how many lines the sentence before a quotation has, which mail programs wrap; 0: there is none */
function linesOfAttribution(lines: readonly string[], at: number): number {
  for (let count = 1; count <= maxAttributionLines; count++) {
    const part = lines.slice(at, at + count).map((line) => line.trim());
    if (part.includes('') || part.some(isQuoted)) return 0;
    if (!isAttribution(part)) continue;
    // The line above a sentence that begins with the same word is no part of it.
    return part.some((_, i) => i > 0 && isAttribution(part.slice(i))) ? 0 : count;
  }
  return 0;
}

const maxAttributionLines = 3;

function isAttribution(lines: readonly string[]): boolean {
  const sentence = lines.join(' ').slice(0, 2 * maxLineSearched);
  return sentence.endsWith(':') && attributions.some((pattern) => pattern.test(sentence));
}
