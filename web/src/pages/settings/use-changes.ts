import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useFormMutation } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { loadBranding } from './branding.ts';

export type SettingKey = Exclude<keyof Settings, 'logo'>;
type Changes = Input<'PUT /ext/settings'>['body'];

/** What is typed on a part of the page and not saved yet. */
export function useChanges(settings: Settings) {
  const messages = useMessages();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Partial<Record<SettingKey, string>>>({});
  const save = useFormMutation('PUT /ext/settings', {
    invalidates: ['GET /ext/settings', 'GET /ext/about', 'GET /ext/health'],
    onSuccess: () => {
      setTyped({});
      showToast({ text: messages.app.saved });
      void loadBranding(client).catch(() => {});
    },
  });
  const changed = Object.entries(typed).filter(([key, text]) => text !== storedText(settings, key as SettingKey));
  return {
    valueOf: (key: SettingKey): string => typed[key] ?? storedText(settings, key),
    change: (key: SettingKey, text: string): void => setTyped((before) => ({ ...before, [key]: text })),
    hasChanges: changed.length > 0,
    save: (): void => {
      const body = Object.fromEntries(changed.map(([key, text]) => [key, valueFor(key, text)]));
      save.mutate({ body: body as Changes });
    },
    remove: (key: SettingKey): void => save.mutate({ body: { [key]: null } as Changes }),
    isBusy: save.isPending,
    error: save.error,
  };
}

/** An empty field stands for the default. */
function valueFor(key: string, text: string): string | number | null {
  if (text.trim() === '') return null;
  return key === 'smtp.port' ? Number(text) : text;
}

/** What a field shows before anything is typed: nothing for a default, which is its placeholder, and nothing for a secret. */
function storedText(settings: Settings, key: SettingKey): string {
  const setting = settings[key];
  return 'value' in setting && setting.source !== 'default' ? String(setting.value ?? '') : '';
}
