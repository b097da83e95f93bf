import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SettingField } from './setting-field.tsx';
import { SettingPanel } from './setting-panel.tsx';
import { TestResult } from './test-result.tsx';
import { useSettingTexts } from './texts/texts.ts';
import { type SettingKey, useChanges } from './use-changes.ts';

const keys: readonly SettingKey[] = ['smtp.host', 'smtp.port', 'smtp.security', 'smtp.user', 'smtp.password', 'smtp.from'];
const securities = ['opportunistic', 'starttls', 'tls', 'none'] as const;

/** The mail server. */
export function MailPanel({ settings }: { settings: Settings }) {
  const texts = useSettingTexts();
  const changes = useChanges(settings);
  const field = { settings, changes };
  const losesPassword =
    settings['smtp.password'].source === 'stored' &&
    changes.valueOf('smtp.password') === '' &&
    changes.valueOf('smtp.host') !== (settings['smtp.host'].value ?? '');
  return (
    <SettingPanel
      id="mail"
      title={texts.mail.title}
      text={texts.mail.text}
      changes={changes}
      isEditable={keys.some((key) => settings[key].source !== 'environment')}
      below={
        <>
          {!changes.hasChanges && settings['smtp.host'].value !== null && <MailTest />}
          <Group>
            <LinkButton to="/incoming-mail" variant="subtle">
              {texts.mail.incoming}
            </LinkButton>
          </Group>
        </>
      }
    >
      <SettingField {...field} name="smtp.host" label={texts.mail.host} maxLength={253} />
      <SettingField {...field} name="smtp.port" label={texts.mail.port} type="number" />
      <SettingField
        {...field}
        name="smtp.security"
        label={texts.mail.security}
        options={securities.map((value) => ({ value, label: texts.mail.securities[value] }))}
      />
      <SettingField {...field} name="smtp.user" label={texts.mail.user} maxLength={320} />
      <SettingField
        {...field}
        name="smtp.password"
        label={texts.mail.password}
        maxLength={1_000}
        {...(losesPassword && { hint: texts.mail.losesPassword })}
      />
      {settings['smtp.password'].source === 'stored' && (
        <Group>
          <Button variant="subtle" disabled={changes.isBusy} onClick={() => changes.remove('smtp.password')}>
            {texts.mail.removePassword}
          </Button>
        </Group>
      )}
      <SettingField {...field} name="smtp.from" label={texts.mail.from} maxLength={320} />
    </SettingPanel>
  );
}

function MailTest() {
  const texts = useSettingTexts();
  const me = useCurrentUser();
  const [to, setTo] = useState(me.email);
  const test = useFormMutation('POST /ext/settings/test-mail', { invalidates: [] });
  const { data } = test;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!test.isPending) test.mutate({ body: { to: to.trim() } });
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.mail.to}
          type="email"
          required
          maxLength={254}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={test.isPending}>
            {texts.mail.test}
          </Button>
        </Group>
        {data && <TestResult ok={data.ok} text={texts.mail.results[data.reason]} detail={data.detail} />}
        <FormError error={test.error} />
      </Stack>
    </form>
  );
}
