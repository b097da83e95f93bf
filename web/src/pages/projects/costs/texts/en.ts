export const en = {
  title: 'Costs',
  edit: 'Change costs',
  lead: 'The limit refuses nothing. It marks requests that cost more without an approved quote.',
  currency: 'Currency',
  currencyHint: 'It stays once there are costs or quotes.',
  limit: 'Limit without an approved quote',
  limitIn: (currency: string) => `Limit of a request (${currency})`,
  limitHint: 'Without a limit no request is marked.',
  noLimit: 'No limit',
  wrongAmount: (decimals: number) => `Enter an amount. Allowed decimals: ${decimals}.`,
  saved: 'Costs of the project saved.',
  statements: 'Monthly statements and files for accounting',
};

export type ProjectCostTexts = typeof en;
