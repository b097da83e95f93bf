import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { ReachNote } from '../../features/pass-on/reach-note.tsx';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { FormError } from '../../ui/form-error.tsx';
import { AddressTest } from '../settings/address-panel.tsx';
import { useSettingTexts } from '../settings/texts/texts.ts';
import { StepPanel } from './step-panel.tsx';
import { useStartTexts } from './texts/texts.ts';

/** The address under which others open the console. It begins with the one in the address bar, unless only this computer has it. */
export function AddressStep({ settings, next }: { settings: Settings; next: () => void }) {
  const texts = useStartTexts();
  const settingTexts = useSettingTexts();
  const { value: stored, source } = settings.public_url;
  const isFixed = source === 'environment';
  const here = isLoopbackUrl(location.origin) ? '' : location.origin;
  const [url, setUrl] = useState(typeof stored === 'string' ? stored : here);
  const save = useFormMutation('PUT /ext/settings', {
    invalidates: ['GET /ext/settings', 'GET /ext/about', 'GET /ext/health'],
    onSuccess: next,
  });
  const isSaved = isFixed || url === stored;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSaved) next();
    else save.mutate({ body: { public_url: url.trim() } });
  }
  return (
    <StepPanel title={texts.address.title} text={texts.address.text}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={settingTexts.address.url}
            description={isFixed ? settingTexts.fixed('PUBLIC_URL') : settingTexts.address.hint}
            type="url"
            required
            maxLength={300}
            disabled={isFixed}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          {isLoopbackUrl(url) ? <Text c="var(--warning)">{texts.address.onlyHere}</Text> : <ReachNote url={url} />}
          {url === '' && here === '' && <Text c="dimmed">{texts.address.local(location.origin)}</Text>}
          {/^http:/.test(url) && !isLoopbackUrl(url) && <Text c="dimmed">{texts.address.insecure}</Text>}
          <FormError error={save.error} />
          <Group gap="xs">
            <Button type="submit" loading={save.isPending} disabled={url.trim() === ''}>
              {isSaved ? texts.next : texts.save}
            </Button>
            {!isSaved && (
              <Button variant="subtle" onClick={next}>
                {texts.later}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {typeof stored === 'string' && stored === url && <AddressTest url={stored} />}
    </StepPanel>
  );
}
