import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { hasCode } from '../../http/errors.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Note } from '../../ui/note.tsx';
import { useSettingTexts } from './texts/texts.ts';

function readLink(fragment: string): { expires: string; signature: string } {
  const values = new URLSearchParams(fragment.slice(1));
  return { expires: values.get('expires') ?? '', signature: values.get('signature') ?? '' };
}

/** Reports to the settings page that a device has opened the public address. */
export function OpenedPage() {
  const { opened: texts } = useSettingTexts();
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /ext/installation/opened', { body: readLink(location.hash) }),
  });
  useEffect(() => mutate(), [mutate]);
  const isInvalid = hasCode(error, 'invalid_link') || hasCode(error, 'validation_failed');
  return (
    <AuthLayout title={texts.title}>
      <Note tone="accent" role="status">
        {texts.reached}
      </Note>
      {isSuccess && <Note tone="accent">{texts.reported}</Note>}
      {isInvalid ? <Note tone="warning">{texts.expired}</Note> : <FormError error={error} />}
      <AuthLink to="/login">{texts.signIn}</AuthLink>
    </AuthLayout>
  );
}
