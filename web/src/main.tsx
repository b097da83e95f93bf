import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Flex.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/DataList.css';
import '@mantine/core/styles/Avatar.css';
import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Center.css';
import '@mantine/core/styles/Timeline.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/Blockquote.css';
import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { router } from './app/router.tsx';
import { loadPreferredLocale } from './i18n/locale.ts';
import { startOfflineData } from './offline-data/stored-session.ts';
import { onServiceWorkerMessage } from './push/service-worker-messages.ts';
import { startSession } from './session/token-refresh.ts';

// Before the first wait: messages that come while the page loads are kept only until then.
onServiceWorkerMessage('open', ({ path }) => void router.navigate({ href: router.history.createHref(`/app/${path}`) }));
void startSession();
startOfflineData(queryClient);
await loadPreferredLocale();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);

// Registered after the page was loaded: on a first visit its cache would compete with the page for the connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const register = () => void navigator.serviceWorker.register('/app/sw.js').catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
