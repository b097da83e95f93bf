import { isValidSchedule } from '../../features/schedule-fields.tsx';
import { hasDescription, maxDescriptionLength } from '../../features/ticket-fields.tsx';
import type { Messages } from '../../i18n/en.ts';
import type { NewTicketTexts } from './texts/en.ts';
import type { Draft } from './ticket-draft.ts';

// What keeps a new ticket from being sent. Buildings and categories are no fields that a browser could require.

/** A required field that is missing or invalid. */
export interface MissingField {
  /** as part of the sentence of what is missing */
  name: string;
  /** CSS selector of its first control in the form */
  control: string;
}

/** The client whom an admin sends the ticket for: no other field is shown before. */
export const missingClient = (texts: NewTicketTexts): MissingField => ({ name: texts.missingClient, control: 'input' });

/**
 * The required fields that are missing or invalid, in the order of the form.
 * @param description with the contact on site
 */
export function missingFields(draft: Draft, description: string, messages: Messages, texts: NewTicketTexts): MissingField[] {
  const { missing } = messages.create;
  const isValidDate = !draft.repeats || isValidSchedule(draft.schedule);
  return [
    ...(draft.object ? [] : [{ name: missing.object, control: 'fieldset:not(.radio-tiles) :is(button, input)' }]),
    ...(draft.category ? [] : [{ name: missing.category, control: '.radio-tiles input' }]),
    ...(hasDescription(draft) ? [] : [{ name: missing.description, control: 'textarea' }]),
    ...(description.length > maxDescriptionLength ? [{ name: texts.tooLong, control: 'textarea' }] : []),
    ...(isValidDate ? [] : [{ name: missing.dates, control: 'details input:invalid' }]),
  ];
}

/** Focuses a field of the form, also one of the section that can be closed. */
export function focusField(form: HTMLElement, { control }: MissingField): void {
  const element = form.querySelector<HTMLElement>(control);
  const section = element?.closest('details');
  if (section) section.open = true;
  element?.focus();
}
