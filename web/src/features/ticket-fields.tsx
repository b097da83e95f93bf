import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Category, categories, type Priority, priorities } from '../contract/enums.ts';
import { useMessages } from '../i18n/locale.ts';
import { RadioTiles } from '../ui/radio-tiles.tsx';
import { categoryIcons } from './category-icon.tsx';

/** The content of a ticket, or of all tickets of a rule. */
export interface TicketFieldValues {
  category?: Category;
  description: string;
  floor: string;
  priority: Priority;
}

const minDescriptionLength = 5;
export const maxDescriptionLength = 4_000;

/** Whether the service accepts the description. */
export const hasDescription = ({ description }: TicketFieldValues): boolean => description.trim().length >= minDescriptionLength;

interface Props {
  draft: TicketFieldValues;
  onChange: (part: Partial<TicketFieldValues>) => void;
  /** the label of the description and the hint below it */
  descriptionField: { description: string; descriptionHint: string };
  /** at the right edge of the description */
  descriptionButton?: ReactNode;
}

/** The fields for the content of a ticket, without the floor. */
export function TicketFields({ draft, onChange, descriptionField, descriptionButton }: Props) {
  const messages = useMessages();
  return (
    <>
      <RadioTiles
        legend={messages.create.category}
        value={draft.category}
        options={categories}
        labels={messages.labels.category}
        icons={categoryIcons}
        onChange={(category) => onChange({ category })}
      />
      <Textarea
        label={descriptionField.description}
        description={descriptionField.descriptionHint}
        rows={3}
        maxLength={maxDescriptionLength}
        required
        value={draft.description}
        {...(descriptionButton && {
          rightSection: descriptionButton,
          rightSectionWidth: 44,
          rightSectionProps: { style: { alignItems: 'start' } },
        })}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <RadioTiles
        legend={messages.create.priority}
        value={draft.priority}
        options={priorities}
        labels={messages.labels.priority}
        onChange={(priority) => onChange({ priority })}
      />
    </>
  );
}

/** The field for the floor. */
export function FloorField({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const messages = useMessages();
  return (
    <TextInput
      label={`${messages.create.floor} (${messages.app.optional})`}
      maxLength={50}
      value={draft.floor}
      onChange={(event) => onChange({ floor: event.currentTarget.value })}
    />
  );
}
