type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `{n}` stands for the number. */
export function pluralFormatter(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('{n}', numbers.format(count));
}
