import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlusMinus } from '@tabler/icons-react';
import { Icon } from '../../../ui/icon.tsx';
import { type AnswerProps, answerItem } from './answer-item.ts';
import { formatNumber, limitsText, parseNumber } from './answer-text.ts';
import { stateOf } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

/** As the service takes it. */
const maxNumber = 1e12;

/** A number with its unit, its limits, and the keyboard for numbers. */
export function NumberAnswer({ ticket, item, labelId }: AnswerProps) {
  const texts = useTicketChecklistTexts();
  const { value, unit, min } = item;
  const stored = typeof value === 'number' ? formatNumber(value) : '';
  const { text, change, leave } = useTypedAnswer(stored, async (typed) => {
    const number = numberOf(typed);
    if (number === undefined) return false;
    await answerItem(ticket.id, item, number);
    return true;
  });
  const number = numberOf(text);
  const limits = limitsText(item, texts);
  const hasFailed = number !== undefined && number !== null && stateOf(item, number) === 'failed';
  const error = number === undefined ? texts.noNumber : hasFailed && texts.outside(limits);
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        {/* The keyboard for numbers of some phones has no minus. */}
        {(min === undefined || min < 0) && (
          <Button
            variant="default"
            h={52}
            px="sm"
            aria-label={texts.changeSign}
            onClick={() => change(text.startsWith('-') ? text.slice(1) : `-${text}`)}
          >
            <Icon icon={IconPlusMinus} />
          </Button>
        )}
        <TextInput
          flex={1}
          size="lg"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-labelledby={labelId}
          value={text}
          error={Boolean(error)}
          rightSection={unit}
          rightSectionWidth={unit ? `${unit.length + 2}ch` : 0}
          rightSectionPointerEvents="none"
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => void leave()}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </Group>
      <Text size="sm" mt={4} c={error ? 'var(--danger)' : 'dimmed'} role="status">
        {error || (limits && texts.limits(limits))}
      </Text>
    </div>
  );
}

/** @returns null for an empty field, undefined for what is no number that the service takes */
function numberOf(text: string): number | null | undefined {
  if (text.trim() === '' || text === '-') return null;
  const number = parseNumber(text);
  return number === undefined || Math.abs(number) > maxNumber ? undefined : number;
}
