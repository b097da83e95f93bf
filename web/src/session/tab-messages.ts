import type { Session } from './session-store.ts';

// What the tabs of one browser tell each other: a new token, that everybody is out, and the
// question of a new tab whether somebody has a token.

export interface TokenMessage {
  kind: 'token';
  session: Session;
  /** somebody has just signed in, perhaps as another user than before */
  isSignIn?: boolean;
}

export type TabMessage = { kind: 'ask' } | TokenMessage | { kind: 'out'; reason?: 'ended' | 'disabled' };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('callout-session');

export function broadcast(message: TabMessage): void {
  channel?.postMessage(message);
}

export function onMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));
}

const patience = 250;

/** The token of another tab, if one has it: a new tab then costs no renewal. */
export function requestToken(): Promise<Session | undefined> {
  if (!channel) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (session?: Session): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(session);
    };
    const listen = ({ data }: MessageEvent<TabMessage>): void => {
      if (data.kind === 'token') settle(data.session);
    };
    const timer = setTimeout(settle, patience);
    channel.addEventListener('message', listen);
    broadcast({ kind: 'ask' });
  });
}
