import { delay } from './delay.ts';
import { safeLocalStorage } from './storage.ts';

/** Within so many milliseconds all have set it that saw it free at once. */
const doubt = 100;

/**
 * What a tab leaves where all tabs of the browser see it: that it is at something, and when it last said so.
 * It outlives the page, and stands in for locks where there are none: over plain http in a local network.
 */
export class LocalStorageLock {
  readonly #name: string;
  readonly #mine = crypto.getRandomValues(new Uint32Array(2)).join();

  constructor(name: string) {
    this.#name = name;
  }

  set(): void {
    safeLocalStorage.setItem(this.#name, `${Date.now()} ${this.#mine}`);
  }

  /** Milliseconds since any tab set it; without end when none did. */
  get age(): number {
    return Math.abs(Date.now() - Number(this.#read().at));
  }

  /** Of tabs that set it at once, the later one has it. */
  get isMine(): boolean {
    return this.#read().owner === this.#mine;
  }

  /** Two tabs may see it free at once: only one of them gets it. */
  async take(): Promise<boolean> {
    this.set();
    await delay(doubt);
    return this.isMine;
  }

  remove(): void {
    if (this.isMine) safeLocalStorage.removeItem(this.#name);
  }

  #read(): { at: string; owner: string } {
    const [at = '-Infinity', owner = ''] = safeLocalStorage.getItem(this.#name)?.split(' ') ?? [];
    return { at, owner };
  }
}
