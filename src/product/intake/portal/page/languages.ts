import { type Language, languages } from '../../../../platform/lib/languages.ts';

/**
 * The language of a public page: that of the parameter `lang`, else the first one of Accept-Language that there is, else English.
 * @param accepted the header Accept-Language
 */
export function pageLanguage(chosen: unknown, accepted = ''): Language {
  const isKnown = (name: unknown): name is Language => languages.some((language) => language === name);
  if (isKnown(chosen)) return chosen;
  const wanted = accepted
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isKnown) ?? 'en';
}
