import type { Checklist, CreateChecklist } from '../../contract/schemas.ts';
import { hasSameShape } from '../../lib/storage.ts';
import { formatNumber, parseNumber } from '../ticket/checklist/answer-text.ts';

export type Item = Checklist['items'][number];
export const kinds = ['check', 'number', 'choice', 'text', 'photo'] as const satisfies readonly Item['kind'][];

export const maxItems = 100;
export const maxLabelLength = 200;
export const maxUnitLength = 20;
const maxChoices = 20;
const maxChoiceLength = 100;
const maxNumber = 1e12;

/** An item while it is edited. What belongs to another kind is kept until it is saved. */
export interface ItemDraft {
  /** of the item in the page: an item that is new has no id yet */
  key: string;
  /** empty for a new one */
  id: string;
  label: string;
  kind: Item['kind'];
  required: boolean;
  unit: string;
  min: string;
  max: string;
  /** one per line */
  choices: string;
}

export interface ChecklistDraft {
  name: string;
  items: ItemDraft[];
}

export const newItem = (): ItemDraft => ({
  ...{ key: crypto.randomUUID(), id: '', label: '', kind: 'check', required: true },
  ...{ unit: '', min: '', max: '', choices: '' },
});

/** Whether a value that was kept is a draft, whatever number of items it has. */
export function isChecklistDraft(value: unknown): value is ChecklistDraft {
  const sample = newItem();
  return hasSameShape<ChecklistDraft>({ name: '', items: [] }, value) && value.items.every((item) => hasSameShape(sample, item));
}

/** The fields of a stored checklist. */
export const toChecklistDraft = ({ name, items }: Pick<Checklist, 'name' | 'items'>): ChecklistDraft => ({
  name,
  items: items.map(({ id, label, kind, required, unit = '', min, max, choices = [] }) => ({
    ...{ key: id, id, label, kind, required, unit },
    min: min === undefined ? '' : formatNumber(min),
    max: max === undefined ? '' : formatNumber(max),
    choices: choices.join('\n'),
  })),
});

const choicesOf = ({ choices }: ItemDraft): string[] => [
  ...new Set(
    choices
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** @returns undefined for an empty field, NaN for what the service does not take */
function boundOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const number = parseNumber(text);
  return number === undefined || Math.abs(number) > maxNumber ? Number.NaN : number;
}

/** What is wrong with the fields of an item, besides those that are empty. */
export function errorsOf(item: ItemDraft): { min?: 'noNumber' | 'minAboveMax'; max?: 'noNumber'; choices?: 'tooManyChoices' } {
  if (item.kind === 'choice') {
    const choices = choicesOf(item);
    const isTooMuch = choices.length > maxChoices || choices.some((choice) => [...choice].length > maxChoiceLength);
    return isTooMuch ? { choices: 'tooManyChoices' } : {};
  }
  if (item.kind !== 'number') return {};
  const [min, max] = [boundOf(item.min), boundOf(item.max)];
  return {
    ...(Number.isNaN(min) && { min: 'noNumber' as const }),
    ...(Number.isNaN(max) && { max: 'noNumber' as const }),
    ...(min !== undefined && max !== undefined && min > max && { min: 'minAboveMax' as const }),
  };
}

/** Whether the checklist can be saved. */
export function isValidChecklist({ name, items }: ChecklistDraft): boolean {
  const isValidItem = (item: ItemDraft): boolean =>
    item.label.trim() !== '' &&
    Object.keys(errorsOf(item)).length === 0 &&
    (item.kind !== 'choice' || choicesOf(item).length > 0);
  return name.trim() !== '' && items.length > 0 && items.every(isValidItem);
}

/** What is sent to the service: items that it has keep their ids, so that earlier answers stay beside them. */
export function toChecklistBody({ name, items }: ChecklistDraft): Pick<CreateChecklist, 'name' | 'items'> {
  return {
    name: name.trim(),
    items: items.map((item) => {
      const { id, label, kind, required } = item;
      const [unit, min, max] = [item.unit.trim(), boundOf(item.min), boundOf(item.max)];
      return {
        ...(id && { id }),
        ...{ label: label.trim(), kind, required },
        ...(kind === 'number' && unit && { unit }),
        ...(kind === 'number' && min !== undefined && { min }),
        ...(kind === 'number' && max !== undefined && { max }),
        ...(kind === 'choice' && { choices: choicesOf(item) }),
      };
    }),
  };
}

/** The items with one of them at another place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [moved, rest] = [items[from], items.filter((_item, index) => index !== from)];
  return moved === undefined ? [...items] : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, moved);
}
