import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/locale.ts';
import { Note } from './note.tsx';

/** The error of a form, shown inside of the form. Nothing without an error. */
export function FormError({ error }: { error: unknown }) {
  const messages = useMessages();
  if (!error) return null;
  return (
    <Note tone="danger" role="alert">
      {errorText(error, messages)}
    </Note>
  );
}
