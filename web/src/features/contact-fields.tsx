import { TextInput } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';
import { NameField } from '../ui/name-field.tsx';

interface Contact {
  name: string;
  email: string;
  phone: string;
}

interface Props {
  values: Contact;
  onChange: (values: Contact) => void;
}

/** Name, e-mail and phone of a new account. */
export function ContactFields({ values, onChange }: Props) {
  const messages = useMessages();
  return (
    <>
      <NameField label={messages.people.name} value={values.name} onChange={(name) => onChange({ ...values, name })} />
      <TextInput
        label={messages.people.email}
        type="email"
        required
        autoComplete="off"
        value={values.email}
        onChange={(event) => onChange({ ...values, email: event.currentTarget.value })}
      />
      <TextInput
        label={`${messages.people.phone} (${messages.app.optional})`}
        type="tel"
        maxLength={32}
        autoComplete="off"
        value={values.phone}
        onChange={(event) => onChange({ ...values, phone: event.currentTarget.value })}
      />
    </>
  );
}
