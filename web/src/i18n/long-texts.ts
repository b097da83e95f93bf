// A locale for tests: what fits with it also fits in languages whose words are longer than the English ones.

const factor = 1.4;
const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

/** @returns the texts with accents, each at least 40 % longer; placeholders such as `{actor}` stay */
export function longer<Texts>(texts: Texts): Texts {
  return longerValue(texts) as Texts;
}

function longerValue(value: unknown): unknown {
  if (typeof value === 'string') return longerText(value);
  if (typeof value === 'function') return (...args: unknown[]) => longerText(String(value(...args)));
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, longerValue(inner)]));
}

/** Repeats letters all over the text, so that each word becomes longer. */
export function longerText(text: string): string {
  const lengths = { given: 0, made: 0 };
  return text.replace(/\{\w+\}|./gsu, (part) => {
    if (part.length > 2) return part; // a placeholder
    lengths.given += part.length;
    const letter = accented[part] ?? part;
    const missing = Math.ceil(lengths.given * factor) - lengths.made - letter.length;
    const made = /^\p{L}$/u.test(part) && missing > 0 ? letter + letter.toLowerCase().repeat(missing) : letter;
    lengths.made += made.length;
    return made;
  });
}
