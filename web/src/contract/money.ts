// Exact amounts, calculated as the service does.

export {
  amountOf,
  decimalsOf,
  formatAmount,
  formatQuantity,
  isQuantity,
  maxAmount,
  sumOf,
  toDecimal,
} from '../../../src/platform/lib/money.ts';
