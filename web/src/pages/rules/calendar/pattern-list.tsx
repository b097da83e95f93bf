import { List, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePatternSentence } from '../../../features/patterns/pattern-sentence.ts';
import type { CalendarRun } from './run-list.tsx';
import { useCalendarTexts } from './texts/texts.ts';

/** When the rules with patterns run that have a run among these. */
export function PatternList({ runs }: { runs: readonly CalendarRun[] }) {
  const texts = useCalendarTexts();
  const sentence = usePatternSentence();
  const rules = new Map(runs.map((run) => [run.rule_id, run]));
  const patterned = [...rules.values()].flatMap(({ pattern, ...run }) => (pattern ? [{ ...run, pattern }] : []));
  if (patterned.length === 0) return null;
  return (
    <section aria-labelledby="patterns">
      <Title order={2} size="h3" id="patterns" mt="md">
        {texts.patterns}
      </Title>
      <List listStyleType="none" size="sm" spacing={4}>
        {patterned.map(({ rule_id, summary, object_name, pattern }) => (
          <List.Item key={rule_id}>
            <Link to="/rules/$id" params={{ id: String(rule_id) }}>
              {summary}
            </Link>
            , {object_name}: {sentence(pattern)}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
