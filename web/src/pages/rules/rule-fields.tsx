import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Schedule, ScheduleFields } from '../../parts/schedule-fields.tsx';
import { useWords } from '../../words/index.ts';
import { type Category, categories, type Priority, priorities } from '../../words/labels.ts';

export interface RuleDraft {
  category: Category;
  description: string;
  floor: string;
  priority: Priority;
  schedule: Schedule;
}

interface Props {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** What each request of the rule says, and when it comes. */
export function RuleFields({ draft, onChange }: Props) {
  const words = useWords();
  const set = (part: Partial<RuleDraft>): void => onChange({ ...draft, ...part });
  return (
    <>
      <NativeSelect
        label={words.list.category}
        value={draft.category}
        onChange={(event) => set({ category: event.currentTarget.value as Category })}
        data={categories.map((value) => ({ value, label: words.labels.category[value] }))}
      />
      <Textarea
        label={words.create.words}
        description={words.create.wordsHint}
        rows={3}
        maxLength={4000}
        required
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextInput
        label={`${words.create.floor} (${words.app.optional})`}
        maxLength={50}
        value={draft.floor}
        onChange={(event) => set({ floor: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.create.priority}
        value={draft.priority}
        onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
        data={priorities.map((value) => ({ value, label: words.labels.priority[value] }))}
      />
      <ScheduleFields schedule={draft.schedule} onChange={(schedule) => set({ schedule })} />
    </>
  );
}
