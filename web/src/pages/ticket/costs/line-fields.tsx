import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { decimalsOf } from '../../../contract/money.ts';
import { localeTag, useMessages } from '../../../i18n/locale.ts';
import { RadioTiles } from '../../../ui/radio-tiles.tsx';
import { formatMoney } from '../../costs/format-money.ts';
import { parseAmount, parseQuantity } from '../../costs/typed-amounts.ts';
import { costKinds, type KnownLine, type LineDraft, lineOf, withKnown } from './cost-draft.ts';
import { useCostTexts } from './texts/texts.ts';

const maxTextLength = 500;
const maxUnitLength = 20;
/** Of the kind that is chosen. */
const maxKnown = 4;

interface Props<Draft extends LineDraft> {
  draft: Draft;
  currency: string;
  /** what was written down before */
  known: readonly KnownLine[];
  onChange: (draft: Draft) => void;
}

/** The fields of a line of costs or of a quote, with what was used last to choose from. */
export function LineFields<Draft extends LineDraft>({ draft, currency, known, onChange }: Props<Draft>) {
  const texts = useCostTexts();
  const messages = useMessages();
  const set = (part: Partial<LineDraft>): void => onChange({ ...draft, ...part });
  const { kind, text, quantity, unit, price } = draft;
  const ofKind = known.filter((line) => line.kind === kind && line.text !== text.trim()).slice(0, maxKnown);
  const line = lineOf(draft, currency);
  return (
    <Stack gap="sm">
      <RadioTiles
        legend={texts.kind}
        value={kind}
        options={costKinds}
        labels={texts.kinds}
        onChange={(value) => set({ kind: value })}
      />
      {ofKind.length > 0 && (
        <Group gap="xs" role="group" aria-label={texts.known}>
          {ofKind.map((one) => (
            <Button
              key={`${one.text} ${one.unit}`}
              variant="default"
              px="sm"
              onClick={() => onChange(withKnown(draft, one, localeTag()))}
            >
              {one.text} · {formatMoney(one.unit_price, one.currency)}
              {one.unit && ` / ${one.unit}`}
            </Button>
          ))}
        </Group>
      )}
      <TextInput
        label={texts.text}
        value={text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        maxLength={maxTextLength}
        required
      />
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          flex="1 1 0"
          miw={0}
          label={texts.quantity}
          inputMode="decimal"
          value={quantity}
          onChange={({ currentTarget }) => set({ quantity: currentTarget.value })}
          error={quantity.trim() !== '' && parseQuantity(quantity) === undefined && texts.wrongQuantity}
          maxLength={20}
          required
        />
        <TextInput
          flex="1 1 0"
          miw={0}
          label={`${texts.unit} (${messages.app.optional})`}
          value={unit}
          placeholder={texts.unitHint}
          onChange={({ currentTarget }) => set({ unit: currentTarget.value })}
          maxLength={maxUnitLength}
        />
      </Group>
      <TextInput
        label={texts.price(currency)}
        inputMode="decimal"
        value={price}
        onChange={({ currentTarget }) => set({ price: currentTarget.value })}
        error={price.trim() !== '' && parseAmount(price, currency) === undefined && texts.wrongPrice(decimalsOf(currency))}
        maxLength={20}
        required
      />
      <Text role="status" className="numbers">
        {texts.amount}: <b>{line ? formatMoney(line.amount, currency) : '–'}</b>
      </Text>
    </Stack>
  );
}
