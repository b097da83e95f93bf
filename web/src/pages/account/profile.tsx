import { Button, NativeSelect, Switch, Text, Title, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveLanguage } from '../../api/account-language.ts';
import { signOut } from '../../api/sign-out.ts';
import { AbsencePanel } from '../../features/absences/absence-panel.tsx';
import { setShortcutsOn, useHasShortcuts, useShortcutsOn } from '../../features/keyboard-shortcuts/setting.ts';
import { useShortcutTexts } from '../../features/keyboard-shortcuts/texts/texts.ts';
import { timeZone } from '../../i18n/dates.ts';
import { chooseLanguage, type Language, languages, useLocale, useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDeputyTexts } from '../deputies/texts/texts.ts';
import { InstallPanel } from '../installed/install-panel.tsx';
import { useSettingTexts } from '../settings/texts/texts.ts';
import { SnippetPanel } from '../snippets/snippet-panel.tsx';
import { useTeamTexts } from '../teams/texts/texts.ts';
import { WebhookPanel } from '../webhooks/webhook-panel.tsx';
import { OwnContact } from './own-contact.tsx';
import { SignOutEverywhereButton } from './sign-out-everywhere-button.tsx';
import { UnsentWarning } from './unsent-warning.tsx';

/** The user's account, the appearance of the console, and the ways to sign out. */
export function ProfilePage() {
  const messages = useMessages();
  const me = useCurrentUser();
  const deputies = useDeputyTexts();
  const settings = useSettingTexts();
  const teams = useTeamTexts();
  return (
    <PageLayout title={messages.profile.title}>
      <div className="panels">
        <OwnContact />
        <Appearance />
        <LinkPanel id="messages" title={messages.nav.notifications} text={messages.profile.notificationsText}>
          <LinkButton to="/notifications/settings" variant="default">
            {messages.profile.messenger}
          </LinkButton>
        </LinkPanel>
        <InstallPanel />
        {me.role === 'worker' && <AbsencePanel userId={me.id} />}
        {me.role === 'admin' && (
          <>
            <LinkPanel id="health" title={messages.nav.health} text={messages.health.summary}>
              <LinkButton to="/health" variant="default">
                {messages.health.open}
              </LinkButton>
            </LinkPanel>
            <LinkPanel id="settings" title={settings.title} text={settings.summary}>
              <LinkButton to="/settings" variant="default">
                {settings.open}
              </LinkButton>
            </LinkPanel>
            <LinkPanel id="audit" title={messages.nav.audit} text={messages.audit.summary}>
              <LinkButton to="/audit" variant="default">
                {messages.audit.open}
              </LinkButton>
            </LinkPanel>
          </>
        )}
        <LinkPanel id="security" title={messages.security.title} text={messages.security.summary}>
          <LinkButton to="/security" variant="default">
            {messages.security.open}
          </LinkButton>
        </LinkPanel>
        <SnippetPanel />
        {me.role === 'client' && (
          <LinkPanel id="deputies" title={deputies.title} text={deputies.summary}>
            <LinkButton to="/deputies" variant="default">
              {deputies.open}
            </LinkButton>
          </LinkPanel>
        )}
        {me.role !== 'client' && (
          <LinkPanel id="teams" title={teams.title} text={teams.lead}>
            <LinkButton to="/teams" variant="default">
              {teams.open}
            </LinkButton>
          </LinkPanel>
        )}
        {me.role !== 'worker' && <WebhookPanel />}
        <SignOutPanel />
      </div>
    </PageLayout>
  );
}

function LinkPanel({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <Panel aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
      {children}
    </Panel>
  );
}

function Appearance() {
  const messages = useMessages();
  const { language } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  async function change(chosen: Language): Promise<void> {
    await chooseLanguage(chosen);
    await saveLanguage(chosen);
  }
  return (
    <Panel aria-labelledby="appearance">
      <Title order={2} id="appearance">
        {messages.profile.appearance}
      </Title>
      <NativeSelect
        label={messages.profile.languageLabel}
        value={language}
        onChange={(event) => void change(event.currentTarget.value as Language).catch((error) => showToast({ error }))}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={messages.profile.theme}
        value={colorScheme}
        onChange={(event) => setColorScheme(event.currentTarget.value as 'light' | 'dark' | 'auto')}
        data={[
          { value: 'auto', label: messages.profile.system },
          { value: 'light', label: messages.profile.light },
          { value: 'dark', label: messages.profile.dark },
        ]}
      />
      <ShortcutSwitch />
      <Text size="sm" c="dimmed">
        {messages.app.timeZone(timeZone())}
      </Text>
    </Panel>
  );
}

function ShortcutSwitch() {
  const shortcuts = useShortcutTexts();
  const isOn = useShortcutsOn();
  if (!useHasShortcuts()) return null;
  return (
    <Switch
      label={shortcuts.title}
      description={shortcuts.switchText}
      checked={isOn}
      onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
    />
  );
}

function SignOutPanel() {
  const messages = useMessages();
  const here = useMutation({ mutationFn: signOut, onError: (error) => showToast({ error }) });
  return (
    <Panel aria-labelledby="sign-out">
      <Title order={2} id="sign-out">
        {messages.profile.signOut}
      </Title>
      <UnsentWarning />
      <Text c="dimmed">{messages.profile.signOutHereText}</Text>
      <Button variant="default" loading={here.isPending} onClick={() => here.mutate()}>
        {messages.profile.signOutHere}
      </Button>
      <Text c="dimmed">{messages.profile.signOutEverywhereText}</Text>
      <SignOutEverywhereButton />
    </Panel>
  );
}
