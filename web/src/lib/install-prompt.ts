import { createStore, useStore } from './create-store.ts';

/** What Chromium offers for a console that can be installed. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/** Undefined while the browser offers nothing, as after the installation. */
const offered = createStore<InstallPromptEvent | undefined>(undefined);

/** Keeps the offer of the browser until a page shows it. It comes once, soon after the start. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event);
  });
  addEventListener('appinstalled', () => offered.set(undefined));
}

/** Asks whether to install the console; undefined when the browser cannot. An offer can be used once. */
export function useInstall(): (() => void) | undefined {
  const event = useStore(offered);
  if (!event) return undefined;
  return () => {
    offered.set(undefined);
    void event.prompt().catch(() => {});
  };
}
