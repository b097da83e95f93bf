import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ChangeProfile, Profile } from '../contract/schemas.ts';
import { useMessages } from '../i18n/locale.ts';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/name-field.tsx';

interface Props {
  user: Profile;
  onSubmit: (changes: ChangeProfile) => void;
  onCancel: () => void;
  isBusy: boolean;
  error: unknown;
}

/** Name and phone number of an account, to be changed. */
export function ProfileForm({ user, onSubmit, onCancel, isBusy, error }: Props) {
  const messages = useMessages();
  const [name, setName] = useState(user.name);
  const [phone, setPhone] = useState(user.phone);
  return (
    <Form
      submit={messages.app.save}
      onSubmit={() => onSubmit({ name: name.trim(), phone: phone.trim() })}
      onCancel={onCancel}
      isBusy={isBusy}
      isReady={name.trim() !== ''}
      error={error}
    >
      <NameField label={messages.people.name} value={name} onChange={setName} />
      <TextInput
        label={`${messages.people.phone} (${messages.app.optional})`}
        type="tel"
        maxLength={32}
        autoComplete="off"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
    </Form>
  );
}
