import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';
import { ApiError, TimeoutError } from '../http/errors.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';

// Notified later, as is the default, a page would once be rendered with a new queue and an old response, and its inputs
// would lose their text.
notifyManager.setScheduler(queueMicrotask);

const maxRetries = 3;

/** The cache of all responses of the API. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 3_600_000, // a worker without a connection needs what was read before
      // An error response stays the same, and after a timeout the user has waited long enough.
      retry: (count, error) =>
        !(error instanceof ApiError && error.status < 500) && !(error instanceof TimeoutError) && count < maxRetries,
      networkMode: 'always',
      refetchOnReconnect: true, // `networkMode: 'always'` would switch it off
    },
    mutations: { networkMode: 'always' },
  },
});

// The events of the browser do not tell when the service is back: failed queries are sent again when it responds.
onlineManager.setEventListener((setOnline) => {
  setOnline(isOnline());
  return onConnectivityChange(() => setOnline(isOnline()));
});

// Another user must not see what was read for the one before.
let lastUserId = currentSession()?.user.id;
onSessionChange(() => {
  const id = currentSession()?.user.id;
  if (id && lastUserId && id !== lastUserId) queryClient.clear();
  lastUserId = id ?? lastUserId;
});
