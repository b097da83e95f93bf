// A locale for tests of the layout: what fits with it also fits in each language, and in those to come.

const factor = 1.4;
const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

type Translations<Texts> = Record<'en' | 'de' | 'pl', Texts>;

/** @returns of each text the one with the longest word: a translation, or the English one made longer by 40 % */
export function longest<Texts>({ en, de, pl }: Translations<Texts>): Texts {
  return longestValue(en, [de, pl]) as Texts;
}

function longestValue(english: unknown, translations: unknown[]): unknown {
  if (typeof english === 'string') return withLongestWord([longerText(english), ...(translations as string[])]);
  if (typeof english === 'function') {
    return (...args: unknown[]) => {
      const [text, ...translated] = [english, ...translations].map((value) => String((value as typeof english)(...args)));
      const given = args.filter((arg) => typeof arg === 'string').filter(({ length }) => length > 2);
      return withLongestWord([longerText(text ?? '', given), ...translated]);
    };
  }
  const valuesOf = (key: string) => translations.map((value) => (value as Record<string, unknown> | undefined)?.[key]);
  return Object.fromEntries(Object.entries(english as object).map(([key, inner]) => [key, longestValue(inner, valuesOf(key))]));
}

const longestWordLength = (text: string): number => Math.max(...text.split(/\s/).map((word) => word.length));

const withLongestWord = (texts: (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined)
    .reduce((longest, text) => (longestWordLength(text) > longestWordLength(longest) ? text : longest));

/** Repeats letters all over the text, so that each word becomes longer. @param kept parts of it that stay as they are */
export function longerText(text: string, kept: string[] = []): string {
  const lengths = { given: 0, made: 0 };
  return text.replace(new RegExp([...kept.map(RegExp.escape), '\\{\\w+\\}', '.'].join('|'), 'gsu'), (part) => {
    if (part.length > 2) return part; // kept, or a placeholder
    lengths.given += part.length;
    const letter = accented[part] ?? part;
    const missing = Math.ceil(lengths.given * factor) - lengths.made - letter.length;
    const made = /^\p{L}$/u.test(part) && missing > 0 ? letter + letter.toLowerCase().repeat(missing) : letter;
    lengths.made += made.length;
    return made;
  });
}
