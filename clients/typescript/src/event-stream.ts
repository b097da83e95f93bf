/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` when the stream names none */
  event: string;
  data: string;
}

/**
 * Reads a stream of server-sent events (HTML standard, section 9.2.6) to its end.
 * @param onData called for all data, comments too: a stream without any is broken
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onData: () => void = () => {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onData();
      buffered += decoder.decode(value, { stream: true });
      // A CR at the end of the data may be the first half of a CR LF.
      const blocks = buffered.split(/(?:\r\n|\r(?!\n|$)|\n){2}/);
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @returns undefined for a block without data, such as a comment */
function parseEvent(block: string): ServerSentEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  for (const line of block.split(/\r\n|\r|\n/)) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    if (name === 'event') event = value;
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
