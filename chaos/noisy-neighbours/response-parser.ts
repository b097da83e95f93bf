const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);

/** Finds the answers in what a connection receives, and reads no more of each than its status and length. */
export class AnswerReader {
  readonly #onAnswer: (status: string) => void;
  #head: Buffer = nothing;
  #status = '';
  #bodyBytesLeft = 0;

  /** @param onAnswer called when an answer has been received to its end */
  constructor(onAnswer: (status: string) => void) {
    this.#onAnswer = onAnswer;
  }

  /** @throws Error when the length of an answer is not told */
  read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#bodyBytesLeft > 0 ? this.#skipBody(rest) : this.#readHead(rest);
  }

  #skipBody(bytes: Buffer): Buffer {
    const skipped = Math.min(this.#bodyBytesLeft, bytes.length);
    this.#bodyBytesLeft -= skipped;
    if (this.#bodyBytesLeft === 0) this.#onAnswer(this.#status);
    return bytes.subarray(skipped);
  }

  #readHead(bytes: Buffer): Buffer {
    const received = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = received.indexOf(headEnd);
    if (end < 0) {
      this.#head = received;
      return nothing;
    }
    this.#head = nothing;
    const head = received.toString('latin1', 0, end);
    this.#status = head.slice(9, 12);
    this.#bodyBytesLeft = bodyLength(this.#status, head);
    if (this.#bodyBytesLeft === 0) this.#onAnswer(this.#status);
    return received.subarray(end + headEnd.length);
  }
}

function bodyLength(status: string, head: string): number {
  if (status === '204' || status === '304') return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length);
}
