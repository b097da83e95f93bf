import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { ErrorPage } from '../features/error-page.tsx';
import { MessagesContext, useLocale } from '../i18n/locale.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { router } from './router.tsx';
import { theme } from './theme.ts';

const colorSchemes = localStorageColorSchemeManager({ key: 'callout.colours' });

/** The providers of the console around its router. */
export function App() {
  const { messages } = useLocale();
  useEffect(leavePageOnUserChange, []);
  useEffect(showBranding, []);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <MessagesContext value={messages}>
        <QueryClientProvider client={queryClient}>
          <CatchBoundary getResetKey={() => 0} errorComponent={ErrorPage}>
            <RouterProvider router={router} />
            <ToastList />
          </CatchBoundary>
        </QueryClientProvider>
      </MessagesContext>
    </MantineProvider>
  );
}

/** After the first page: an installation has a look of its own, or none. */
function showBranding(): void {
  import('../pages/settings/branding.ts').then(({ loadBranding }) => loadBranding(queryClient)).catch(() => {});
}

/** Opens the first page when another user signs in, who may not be allowed to see the present one. */
function leavePageOnUserChange(): () => void {
  let lastId = currentSession()?.user.id;
  return onSessionChange(() => {
    const id = currentSession()?.user.id;
    if (id && lastId && id !== lastId) void router.navigate({ to: '/' });
    lastId = id ?? lastId;
  });
}
