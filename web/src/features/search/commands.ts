import { useMantineColorScheme } from '@mantine/core';
import { saveLanguage } from '../../api/account-language.ts';
import { isPageWhileActing } from '../../api/act-for.ts';
import { signOut } from '../../api/sign-out.ts';
import type { Role } from '../../contract/enums.ts';
import { chooseLanguage, type Language, languages, useLocale, useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useShownItems } from '../../offline-queue/shown-items.ts';
import { principal } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import type { Result } from './result-list.tsx';
import { useSearchTexts } from './texts/texts.ts';

type RoleResult = Result & { roles?: readonly Role[] };

const clientOnly = ['client'] as const;
const clientAndAdmin = ['client', 'admin'] as const;

/** Pages that are no item of the menu. */
export function useMorePages(): Result[] {
  const messages = useMessages();
  const texts = useSearchTexts();
  const pages: RoleResult[] = [
    { key: 'calendar', name: texts.calendar, to: '/rules/calendar', roles: clientAndAdmin },
    { key: 'documents', name: texts.documents, to: '/documents', roles: clientAndAdmin },
    { key: 'settings', name: texts.notificationSettings, to: '/notifications/settings' },
    { key: 'security', name: messages.security.title, to: '/security' },
    { key: 'messenger', name: messages.messenger.title, to: '/messenger' },
    { key: 'deputies', name: texts.deputies, to: '/deputies', roles: clientOnly },
    { key: 'installation', name: texts.settings, to: '/settings', roles: ['admin'] },
    { key: 'teams', name: texts.teams, to: '/teams', roles: ['admin'] },
  ];
  return useForRole(pages);
}

/** What can be done from every page. */
export function useCommands(): Result[] {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { language } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const hasUnsent = useShownItems().some(({ state }) => state !== 'sent');
  const other = isDark(colorScheme) ? 'light' : 'dark';
  const others = (Object.keys(languages) as Language[]).filter((one) => one !== language);
  const commands: RoleResult[] = [
    { key: 'create', name: messages.client.create, to: '/tickets/new', roles: clientAndAdmin },
    { key: 'schedule', name: messages.rule.create, to: '/rules/new', roles: clientOnly },
    { key: 'theme', name: texts.switchTo[other], run: () => setColorScheme(other) },
    ...others.map((one) => ({ key: one, name: texts.language(languages[one]), run: () => void changeLanguage(one) })),
    // The profile tells what would not be sent any more.
    hasUnsent
      ? { key: 'signOut', name: messages.profile.signOut, to: '/profile' }
      : { key: 'signOut', name: messages.profile.signOut, run: () => void signOut().catch((error) => showToast({ error })) },
  ];
  return useForRole(commands);
}

function useForRole(results: RoleResult[]): Result[] {
  const { role } = useCurrentUser();
  const isOffered = ({ key, to = '/' }: RoleResult): boolean => !principal || (key !== 'signOut' && isPageWhileActing(to));
  return results.filter((result) => isOffered(result) && (!result.roles || result.roles.includes(role)));
}

const isDark = (scheme: 'light' | 'dark' | 'auto'): boolean =>
  scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);

async function changeLanguage(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
    await saveLanguage(language);
  } catch (error) {
    showToast({ error: error as Error });
  }
}
