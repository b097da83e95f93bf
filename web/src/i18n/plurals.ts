type Form = Intl.LDMLPluralRule;

/**
 * Returns a function that selects the plural form of a count.
 * @param language BCP 47 tag
 * @typeParam Required the forms that every text of the language must have
 * @returns the form with the formatted count instead of `{n}`
 */
export function pluralFormatter<Required extends Form = 'other'>(
  language: string,
): (count: number, forms: Record<Required, string> & Partial<Record<Form, string>>) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms: Partial<Record<Form, string>>) =>
    (forms[rules.select(count)] ?? forms.other ?? forms.many ?? '{n}').replace('{n}', numbers.format(count));
}
