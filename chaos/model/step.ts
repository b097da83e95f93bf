import type { ApiResponse, Fixtures } from '../../testing/fixtures.ts';
import { expectRefusal } from './compare.ts';
import { atTheDoor, type Model, type User } from './state.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Refusal = number | undefined;

export const managers = ['admin', 'client'];
export const everybody = ['admin', 'client', 'worker'];
const missing = 999_999;

/** @returns the id of something; one that nothing has, for nothing */
export const idOrMissing = (item: { id: number } | undefined): number => item?.id ?? missing;

/** One step of a random walk: the model, the service and the numbers that determine its choices. */
export class Step {
  readonly model: Model;
  readonly fixtures: Fixtures;
  readonly #choices: readonly number[];
  #next = 0;

  constructor(model: Model, fixtures: Fixtures, choices: readonly number[]) {
    this.model = model;
    this.fixtures = fixtures;
    this.#choices = choices;
  }

  get now(): number {
    return this.fixtures.now.getTime();
  }

  below(limit: number): number {
    const choice = this.#choices[this.#next++ % this.#choices.length] ?? 0;
    return choice % limit;
  }

  /** Picks mostly a recent item that still exists, so that walks reach later states. */
  pick<T extends object>(items: readonly T[]): T | undefined {
    const there = this.oneIn(8) ? items : items.filter((item) => !('gone' in item && item.gone));
    const recent = this.below(3) > 0 ? there.slice(-6) : there;
    return this.any(recent);
  }

  oneOf<T>(...items: T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** True with a probability of 1 / times. */
  oneIn(times: number): boolean {
    return this.below(times) === times - 1;
  }

  /** Picks mostly a user of one of these roles, and any user in one of six cases. */
  actor(...roles: string[]): User {
    const fitting = this.model.users.filter(({ role, gone, active }) => roles.includes(role) && !gone && active);
    const user = this.oneIn(6) || fitting.length === 0 ? this.any(this.model.users) : this.any(fitting);
    if (!user) throw new Error('nobody is there');
    return user;
  }

  any<T>(items: readonly T[]): T | undefined {
    return items[this.below(Math.max(1, items.length))];
  }

  /** Picks mostly this user, otherwise actor(). */
  prefer(user: User | undefined, ...roles: string[]): User {
    return user && !this.oneIn(4) ? user : this.actor(...roles);
  }

  /**
   * Sends a request of a user.
   * @param roles that may send it
   * @param refusal the status with which it is refused to these roles; undefined: it succeeds
   * @returns the response, which the caller compares; undefined: it was refused as the model says
   */
  async ask(
    actor: User,
    roles: string[],
    refusal: Refusal,
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse | undefined> {
    const status = atTheDoor(actor, roles) ?? refusal;
    const answer = await this.fixtures.call(actor.person, method, path, body, headers);
    if (status === undefined) return answer;
    expectRefusal(answer, status);
    return undefined;
  }
}

export type Action = (step: Step) => Promise<void>;
