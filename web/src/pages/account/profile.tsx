import { Button, NativeSelect, Switch, Text, Title, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveLanguage } from '../../api/account-language.ts';
import { signOut } from '../../api/sign-out.ts';
import { AbsencePanel } from '../../features/absences/absence-panel.tsx';
import { setShortcutsOn, useHasShortcuts, useShortcutsOn } from '../../features/keyboard-shortcuts/setting.ts';
import { useShortcutTexts } from '../../features/keyboard-shortcuts/texts/texts.ts';
import { timeZone } from '../../i18n/dates.ts';
import { chooseLanguage, type Language, languages, useLocale, useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { InstallPanel } from '../installed/install-panel.tsx';
import { OwnContact } from './own-contact.tsx';
import { useSecurityTexts } from './security-texts/texts.ts';
import { SignOutEverywhereButton } from './sign-out-everywhere-button.tsx';
import { UnsentWarning } from './unsent-warning.tsx';

/** The user's account, the appearance of the console, and the ways to sign out. */
export function ProfilePage() {
  const messages = useMessages();
  const me = useCurrentUser();
  return (
    <PageLayout title={messages.nav.profile}>
      <div className="panels">
        <OwnContact />
        <Appearance />
        <InstallPanel />
        {me.role === 'worker' && <AbsencePanel userId={me.id} />}
        <SignOutPanel />
      </div>
    </PageLayout>
  );
}

function Appearance() {
  const texts = useSecurityTexts();
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
        {texts.appearance}
      </Title>
      <NativeSelect
        label={texts.languageLabel}
        value={language}
        onChange={(event) => void change(event.currentTarget.value as Language).catch((error) => showToast({ error }))}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={texts.theme}
        value={colorScheme}
        onChange={(event) => setColorScheme(event.currentTarget.value as 'light' | 'dark' | 'auto')}
        data={[
          { value: 'auto', label: texts.system },
          { value: 'light', label: texts.light },
          { value: 'dark', label: texts.dark },
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
  const texts = useSecurityTexts();
  const messages = useMessages();
  const here = useMutation({ mutationFn: signOut, onError: (error) => showToast({ error }) });
  return (
    <Panel aria-labelledby="sign-out">
      <Title order={2} id="sign-out">
        {messages.profile.signOut}
      </Title>
      <UnsentWarning />
      <Text c="dimmed">{texts.signOutHereText}</Text>
      <Button variant="default" loading={here.isPending} onClick={() => here.mutate()}>
        {messages.profile.signOut}
      </Button>
      <Text c="dimmed">{texts.signOutEverywhereText}</Text>
      <SignOutEverywhereButton />
    </Panel>
  );
}
