import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useFormMutation } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { FormError } from '../../ui/form-error.tsx';
import { loadBranding } from './branding.ts';
import { SettingField } from './setting-field.tsx';
import { SettingPanel } from './setting-panel.tsx';
import { useSettingTexts } from './texts/texts.ts';
import { useChanges } from './use-changes.ts';

const imageTypes = 'image/png,image/jpeg,image/webp';

/** Name, colour and logo. */
export function LookPanel({ settings }: { settings: Settings }) {
  const texts = useSettingTexts();
  const changes = useChanges(settings);
  return (
    <SettingPanel
      id="look"
      title={texts.look.title}
      text={texts.look.text}
      changes={changes}
      isEditable
      below={<Logo path={settings.logo.value} />}
    >
      <SettingField name="name" settings={settings} changes={changes} label={texts.look.name} maxLength={60} />
      <SettingField
        name="color"
        settings={settings}
        changes={changes}
        label={texts.look.color}
        hint={texts.look.colorHint}
        type="color"
      />
      {settings.color.source === 'stored' && (
        <Group>
          <Button variant="subtle" disabled={changes.isBusy} onClick={() => changes.remove('color')}>
            {texts.look.defaultColor}
          </Button>
        </Group>
      )}
    </SettingPanel>
  );
}

function Logo({ path }: { path: string | null }) {
  const texts = useSettingTexts();
  const client = useQueryClient();
  const options = {
    onSuccess: () => void loadBranding(client).catch(() => {}),
  };
  const upload = useFormMutation('PUT /ext/settings/logo', { ...options, invalidates: ['GET /ext/settings', 'GET /ext/about'] });
  const remove = useFormMutation('DELETE /ext/settings/logo', {
    ...options,
    invalidates: ['GET /ext/settings', 'GET /ext/about'],
  });
  function send(file: File | null): void {
    if (!file) return;
    const body = new FormData();
    body.set('file', file);
    upload.mutate({ body });
  }
  return (
    <Stack gap="sm">
      <Text fw={500} size="sm">
        {texts.look.logo}
      </Text>
      {path !== null && (
        <img
          src={path}
          alt={texts.look.logo}
          height={64}
          style={{ maxWidth: '100%', objectFit: 'contain', objectPosition: 'left' }}
        />
      )}
      <Text size="sm" c="dimmed">
        {texts.look.logoHint}
      </Text>
      <Group>
        <FileButton accept={imageTypes} onChange={send}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {path === null ? texts.look.upload : texts.look.replace}
            </Button>
          )}
        </FileButton>
        {path !== null && (
          <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate({})}>
            {texts.look.removeLogo}
          </Button>
        )}
      </Group>
      <FormError error={upload.error ?? remove.error} />
    </Stack>
  );
}
