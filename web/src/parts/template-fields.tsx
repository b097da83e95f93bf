import { Textarea, TextInput } from '@mantine/core';
import { useWords } from '../words/index.ts';
import { type Category, categories, type Priority, priorities } from '../words/labels.ts';
import { Choices } from './choices.tsx';

/** What a request says, or each request of a rule. */
export interface Template {
  category?: Category;
  description: string;
  floor: string;
  priority: Priority;
}

export const isDescribed = ({ description }: Template): boolean => description.trim().length >= 5;

interface Props {
  draft: Template;
  onChange: (part: Partial<Template>) => void;
}

export function TemplateFields({ draft, onChange }: Props) {
  const words = useWords();
  return (
    <>
      <Choices
        legend={words.create.what}
        value={draft.category}
        options={categories}
        labels={words.labels.category}
        onChange={(category) => onChange({ category })}
      />
      <Textarea
        label={words.create.words}
        description={words.create.wordsHint}
        rows={4}
        maxLength={4000}
        required
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <TextInput
        label={`${words.create.floor} (${words.app.optional})`}
        maxLength={50}
        value={draft.floor}
        onChange={(event) => onChange({ floor: event.currentTarget.value })}
      />
      <Choices
        legend={words.create.priority}
        value={draft.priority}
        options={priorities}
        labels={words.labels.priority}
        onChange={(priority) => onChange({ priority })}
      />
    </>
  );
}
