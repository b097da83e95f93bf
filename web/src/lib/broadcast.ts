/** Messages between the tabs of one browser. */
export interface Broadcast<Message> {
  /** Sends a message to all other tabs. */
  post: (message: Message) => void;
  /** @returns a function that removes the listener */
  subscribe: (listener: (message: Message) => void) => () => void;
  close: () => void;
}

/** Opens a channel between all tabs that use the same name. */
export function createBroadcast<Message>(name: string): Broadcast<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = ({ data }: MessageEvent<Message>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}
