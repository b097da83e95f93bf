import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { HTMLInputTypeAttribute } from 'react';
import type { Settings } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSettingTexts } from './texts/texts.ts';
import type { SettingKey, useChanges } from './use-changes.ts';

interface Props {
  name: SettingKey;
  settings: Settings;
  changes: ReturnType<typeof useChanges>;
  label: string;
  hint?: string;
  type?: HTMLInputTypeAttribute;
  maxLength?: number;
  /** to choose from, in place of a text */
  options?: readonly { value: string; label: string }[];
}

/** Of the environment; name and color have none. */
const variables: Partial<Record<SettingKey, string>> = {
  public_url: 'PUBLIC_URL',
  'smtp.host': 'SMTP_HOST',
  'smtp.port': 'SMTP_PORT',
  'smtp.security': 'SMTP_SECURITY',
  'smtp.user': 'SMTP_USER',
  'smtp.password': 'SMTP_PASSWORD',
  'smtp.from': 'MAIL_FROM',
  messenger_bot_token: 'MESSENGER_BOT_TOKEN',
};

/** A setting: a field, unless a variable of the environment decides it. */
export function SettingField({ name, settings, changes, label, hint, type, maxLength, options }: Props) {
  const messages = useMessages();
  const texts = useSettingTexts();
  const setting = settings[name];
  const isFixed = setting.source === 'environment';
  const isSecret = 'is_set' in setting;
  const isStorable = !isSecret || setting.is_storable;
  const state = isSecret ? secretState(setting, texts) : undefined;
  const description = isFixed ? texts.fixed(variables[name] ?? '') : [state, hint].filter(Boolean).join(' ');
  const field = {
    label,
    description: isFixed || isStorable ? description : texts.notStorable,
    disabled: isFixed || !isStorable,
    autoComplete: 'off',
    value: changes.valueOf(name),
    onChange: (event: { currentTarget: { value: string } }) => changes.change(name, event.currentTarget.value),
  };
  if (options)
    return <NativeSelect {...field} value={field.value || String('value' in setting ? setting.value : '')} data={options} />;
  const limit = maxLength === undefined ? {} : { maxLength };
  if (isSecret) {
    return (
      <PasswordInput
        {...field}
        {...limit}
        autoComplete="new-password"
        placeholder={setting.is_set ? '••••••••' : ''}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': messages.app.showPassword }}
      />
    );
  }
  const shown = String(setting.value ?? '');
  // A field for colors always shows one.
  const value = type === 'color' ? field.value || shown : field.value;
  return <TextInput {...field} {...limit} {...(type && { type })} value={value} placeholder={shown} />;
}

const secretState = ({ is_set: isSet }: { is_set: boolean }, texts: ReturnType<typeof useSettingTexts>): string =>
  isSet ? texts.isSet : texts.isNotSet;
