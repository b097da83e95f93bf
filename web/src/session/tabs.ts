import type { Session } from './store.ts';

// What the tabs of one browser tell each other: a new token, that everybody is out, and the
// question of a new tab whether somebody has a token.

export interface TokenMessage {
  kind: 'token';
  session: Session;
  /** somebody has just signed in, perhaps as another user than before */
  isSignIn?: boolean;
}

export type Message = { kind: 'ask' } | TokenMessage | { kind: 'out'; reason?: 'ended' | 'disabled' };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('callout-session');

export function tell(message: Message): void {
  channel?.postMessage(message);
}

export function hear(listener: (message: Message) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<Message>) => listener(event.data));
}

const patience = 250;

/** The token of another tab, if one has it: a new tab then costs no renewal. */
export function askOthers(): Promise<Session | undefined> {
  if (!channel) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (session?: Session): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(session);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === 'token') settle(data.session);
    };
    const timer = setTimeout(settle, patience);
    channel.addEventListener('message', listen);
    tell({ kind: 'ask' });
  });
}
