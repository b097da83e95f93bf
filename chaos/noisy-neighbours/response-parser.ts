const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);

/** @param isComplete false: only the headers were received, because the answer ends with its connection */
type OnAnswer = (status: string, isComplete: boolean) => void;

/** Finds the answers in what a connection receives, and reads no more of each than its status and length. */
export class AnswerReader {
  readonly #onAnswer: OnAnswer;
  #head: Buffer = nothing;
  #status = '';
  #bodyBytesLeft = 0;

  constructor(onAnswer: OnAnswer) {
    this.#onAnswer = onAnswer;
  }

  read(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#bodyBytesLeft > 0 ? this.#skipBody(rest) : this.#readHead(rest);
  }

  #skipBody(bytes: Buffer): Buffer {
    const skipped = Math.min(this.#bodyBytesLeft, bytes.length);
    this.#bodyBytesLeft -= skipped;
    if (this.#bodyBytesLeft === 0) this.#onAnswer(this.#status, true);
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
    const isComplete = this.#bodyBytesLeft === 0;
    if (isComplete || this.#bodyBytesLeft === Number.POSITIVE_INFINITY) this.#onAnswer(this.#status, isComplete);
    return received.subarray(end + headEnd.length);
  }
}

/** An answer without Content-Length counts as one that ends with its connection. */
function bodyLength(status: string, head: string): number {
  if (status === '204' || status === '304') return 0;
  return Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
}
