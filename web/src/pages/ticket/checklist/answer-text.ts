import { localeTag } from '../../../i18n/locale.ts';
import type { AnswerValue, ShownItem } from './shown-checklist.ts';
import type { TicketChecklistTexts } from './texts/en.ts';

const maxFractionDigits = 20;

/** A number as it is typed: without separators of thousands. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(localeTag(), { maximumFractionDigits: maxFractionDigits, useGrouping: false }).format(value);

/** The number that was typed, with a comma or a point; undefined when it is none. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/** An answer in words. */
export function answerText(
  { kind, unit }: Pick<ShownItem, 'kind' | 'unit'>,
  value: AnswerValue,
  texts: TicketChecklistTexts,
): string {
  if (value === null) return texts.state.open;
  if (typeof value === 'boolean') return value ? texts.state.ok : texts.state.failed;
  if (typeof value === 'string') return value;
  if (kind === 'photo') return texts.photo;
  return [formatNumber(value), unit].filter(Boolean).join(' ');
}

/** The limits of a number with its unit; empty without any. */
export function limitsText({ min, max, unit }: Pick<ShownItem, 'min' | 'max' | 'unit'>, texts: TicketChecklistTexts): string {
  const limits =
    min !== undefined && max !== undefined
      ? texts.between(formatNumber(min), formatNumber(max))
      : min !== undefined
        ? texts.atLeast(formatNumber(min))
        : max !== undefined && texts.atMost(formatNumber(max));
  return limits ? [limits, unit].filter(Boolean).join(' ') : '';
}
