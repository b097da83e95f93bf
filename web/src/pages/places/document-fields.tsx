import { TextInput } from '@mantine/core';
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
      <TextInput
        label={texts.name}
        required
        maxLength={200}
        autoComplete="off"
        value={fields.title}
        onChange={(event) => onChange({ ...fields, title: event.currentTarget.value })}
      />
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
