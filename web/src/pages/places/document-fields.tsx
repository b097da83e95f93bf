import { TextInput } from '@mantine/core';
import { NameField } from '../../ui/name-field.tsx';
import { usePlaceTexts } from './texts/texts.ts';

interface Fields {
  title: string;
  /** empty: it does not expire */
  expires_on: string;
}

/** What people say of a document. */
export function DocumentFields({ fields, onChange }: { fields: Fields; onChange: (fields: Fields) => void }) {
  const texts = usePlaceTexts().documents;
  return (
    <>
      <NameField label={texts.name} value={fields.title} onChange={(name) => onChange({ ...fields, title: name })} />
      <TextInput
        type="date"
        label={texts.expiresOn}
        description={texts.expiresHint}
        value={fields.expires_on}
        onChange={(event) => onChange({ ...fields, expires_on: event.currentTarget.value })}
      />
    </>
  );
}
