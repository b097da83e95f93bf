import { Group, Input, Stack, TextInput } from '@mantine/core';
import { useMessages } from '../../i18n/locale.ts';
import { useNewTicketTexts } from './texts/texts.ts';

/** Who lets the worker in. */
export interface Contact {
  name: string;
  phone: string;
}

export const emptyContact: Contact = { name: '', phone: '' };

/**
 * The description with the contact as its last line.
 * @param lineOf the sentence that says who it is
 */
export function withContact(description: string, { name, phone }: Contact, lineOf: (contact: string) => string): string {
  const contact = [name.trim(), phone.trim()].filter(Boolean).join(', ');
  return contact ? `${description.trim()}\n\n${lineOf(contact)}` : description.trim();
}

/** The fields for whom the worker finds there; the service has no fields of its own for it. */
export function ContactOnSite({ contact, onChange }: { contact: Contact; onChange: (contact: Contact) => void }) {
  const messages = useMessages();
  const texts = useNewTicketTexts();
  return (
    <Stack component="fieldset" gap={4}>
      <Input.Label component="legend">{`${texts.contact} (${messages.app.optional})`}</Input.Label>
      <Input.Description>{texts.contactText}</Input.Description>
      <Group gap="sm" grow>
        <TextInput
          label={texts.contactName}
          maxLength={100}
          autoComplete="off"
          value={contact.name}
          onChange={(event) => onChange({ ...contact, name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.contactPhone}
          type="tel"
          maxLength={32}
          autoComplete="off"
          value={contact.phone}
          onChange={(event) => onChange({ ...contact, phone: event.currentTarget.value })}
        />
      </Group>
    </Stack>
  );
}
