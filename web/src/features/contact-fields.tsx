import { TextInput } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

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
      <TextInput
        label={messages.people.name}
        required
        maxLength={200}
        autoComplete="off"
        value={values.name}
        onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
      />
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
