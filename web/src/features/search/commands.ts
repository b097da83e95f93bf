import { useMantineColorScheme } from '@mantine/core';
import { saveLanguage } from '../../api/account-language.ts';
import { isPageWhileActing } from '../../api/act-for.ts';
import type { Role } from '../../contract/enums.ts';
import { chooseLanguage, type Language, languages, useLocale, useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { principal } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useSignOut } from '../sign-out/use-sign-out.ts';
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
    { key: 'buildings', name: messages.nav.buildings, to: '/buildings', roles: clientAndAdmin },
    { key: 'workers', name: messages.nav.workers, to: '/workers', roles: clientOnly },
    { key: 'calendar', name: texts.calendar, to: '/rules/calendar', roles: clientAndAdmin },
    { key: 'documents', name: texts.documents, to: '/documents', roles: clientAndAdmin },
  ];
  return useForRole(pages);
}

/** What can be done from every page. */
export function useCommands(): Result[] {
  const messages = useMessages();
  const texts = useSearchTexts();
  const { language } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const signOut = useSignOut();
  const other = isDark(colorScheme) ? 'light' : 'dark';
  const others = (Object.keys(languages) as Language[]).filter((one) => one !== language);
  const commands: RoleResult[] = [
    { key: 'create', name: messages.client.create, to: '/tickets/new', roles: clientAndAdmin },
    { key: 'client', name: texts.newClient, to: '/users', search: { create: 'client' }, roles: ['admin'] },
    { key: 'worker', name: messages.people.createWorker, to: '/users', search: { create: 'worker' }, roles: ['admin'] },
    { key: 'schedule', name: messages.rule.create, to: '/rules/new', roles: clientOnly },
    { key: 'theme', name: texts.switchTo[other], run: () => setColorScheme(other) },
    ...others.map((one) => ({ key: one, name: texts.language(languages[one]), run: () => void changeLanguage(one) })),
    { key: 'signOut', name: messages.profile.signOut, run: signOut },
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
