import { Textarea } from '@mantine/core';
import { type AnswerProps, answerItem } from './answer-item.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

const maxLength = 2_000;

export function TextAnswer({ ticket, item, labelId }: AnswerProps) {
  const { text, change, leave } = useTypedAnswer(typeof item.value === 'string' ? item.value : '', async (typed) => {
    await answerItem(ticket.id, item, typed.trim() || null);
    return true;
  });
  return (
    <Textarea
      aria-labelledby={labelId}
      rows={2}
      maxLength={maxLength}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => void leave()}
    />
  );
}
