import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { ErrorPage } from '../components/error-page.tsx';
import { ToastList } from '../components/toast-list.tsx';
import { currentMessages, MessagesContext, useLanguage } from '../i18n/locale.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';

const colours = localStorageColorSchemeManager({ key: 'callout.colours' });

export function App() {
  useLanguage();
  useEffect(forgetOnChange, []);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colours}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <MessagesContext value={currentMessages()}>
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

/** What one account has read is not shown to the next one. */
function forgetOnChange(): () => void {
  let last = currentSession()?.user.id;
  return onSessionChange(() => {
    const user = currentSession()?.user.id;
    if (user && last && user !== last) {
      queryClient.clear();
      void router.navigate({ to: '/' });
    }
    last = user ?? last;
  });
}
