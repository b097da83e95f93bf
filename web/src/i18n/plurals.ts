type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Returns a function that selects the plural form of a count.
 * @param language BCP 47 tag
 * @returns the form with the formatted count instead of `{n}`
 */
export function pluralFormatter(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('{n}', numbers.format(count));
}
