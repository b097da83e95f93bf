/** Embeddings, overrides and isolates, which would reverse the words after a name in a sentence that is one text. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
/** The blocks of the scripts that are written from right to left, and the marks that act like their letters. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @returns a name for a sentence that is one text */
export const withoutBidirectionalControls = (name: string): string => name.replaceAll(controls, '');

/**
 * Sets a name apart in a sentence that is one text, as `<bdi>` does it: a name that is written from right to left would change
 * the order of the words, numbers and punctuation marks beside it.
 * @returns the name, between isolates when it needs them
 */
export function isolateName(name: string): string {
  const plain = withoutBidirectionalControls(name);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
