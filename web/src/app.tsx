import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from './api/queries.ts';
import { ErrorPage } from './parts/error-page.tsx';
import { Notices } from './parts/notice-list.tsx';
import { router } from './router.tsx';
import { current, subscribe } from './session/store.ts';
import { theme } from './theme.ts';
import { currentWords, useLanguage, WordsContext } from './words/index.ts';

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
      <WordsContext value={currentWords()}>
        <QueryClientProvider client={queryClient}>
          <CatchBoundary getResetKey={() => 0} errorComponent={ErrorPage}>
            <RouterProvider router={router} />
            <Notices />
          </CatchBoundary>
        </QueryClientProvider>
      </WordsContext>
    </MantineProvider>
  );
}

/** What one account has read is not shown to the next one. */
function forgetOnChange(): () => void {
  let last = current()?.user.id;
  return subscribe(() => {
    const user = current()?.user.id;
    if (user && last && user !== last) {
      queryClient.clear();
      void router.navigate({ to: '/' });
    }
    last = user ?? last;
  });
}
