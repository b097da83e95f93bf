// How searches fold texts. The database has the same functions (051_search_folding.sql), and a test compares both.

const apostrophes = /[\u2018\u2019\u02bc\u2032`\u00b4\uff07]/g;
/** Accents, and the points and vowels of scripts in which letters are written without them as well. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a]/g;
/** Letters that Unicode does not take apart. */
const foldedLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ı: 'i', ð: 'd', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Lower case without accents, and letters as they are typed on another keyboard. */
export const foldText = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/[łøđıðςßæœþ]/g, (letter) => foldedLetters[letter] ?? letter);

/** A text whose umlauts are typed as two letters. @returns undefined: it has none */
export const spellUmlauts = (text: string): string | undefined =>
  /[äöüÄÖÜ]|\u0308/.test(text)
    ? text
        .normalize('NFC')
        .toLowerCase()
        .replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)
    : undefined;

/** Letters of scripts that are written without blanks between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer. */
const unspaced =
  /[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}\u0e01-\u0e46\u0e81-\u0ec6\u1000-\u102a\u1780-\u17b3]+/u;
const unspacedRuns = new RegExp(unspaced, 'gu');

/**
 * The words of a text. Those of scripts without blanks are pairs of letters, so that words within a sentence are found.
 * @param isSearch whether it is what somebody searches for: else the last letter of a sentence is also an entry of its own
 */
export function searchTerms(text: string, isSearch: boolean): string[] {
  const words = foldText(text)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .replace(unspacedRuns, ' $& ')
    .split(' ')
    .filter((word) => word !== '');
  return words.flatMap((word) => (unspaced.test(word) ? pairsOf([...word], isSearch) : [word.slice(0, 40)]));
}

const pairsOf = (letters: string[], isSearch: boolean): string[] =>
  letters.slice(0, isSearch ? Math.max(1, letters.length - 1) : letters.length).map((_, i) => letters.slice(i, i + 2).join(''));

/** Whether a word of a search is found as the beginning of words. A single letter is too common, unless it is a word of its own. */
export const isBeginning = (word: string): boolean => [...word].length > 1 || unspaced.test(word);
