import type { PostgresServer } from '../../testing/postgres.ts';

/** What a program is told. */
export interface Task {
  rounds: number;
  seed: number;
  /** The PostgreSQL to work on, for programs that do not start their own. */
  server: PostgresServer;
  /** Tells how far it is. */
  log: (line: string) => void;
}

/** What a program found. Without problems its figure is reached. */
export interface Outcome {
  figure: string;
  problems: string[];
}

export interface Program {
  summary: string;
  /** What one round is. */
  unit: string;
  /** As many as the figure asks for. */
  rounds: number;
  run(task: Task): Promise<Outcome>;
}

/** A list that does not grow without end when everything goes wrong. */
export class Problems {
  readonly list: string[] = [];
  #left = 0;

  add(problem: string): void {
    if (this.list.length < 100) this.list.push(problem.length > 600 ? `${problem.slice(0, 600)}...` : problem);
    else this.#left++;
  }

  all(): string[] {
    return this.#left > 0 ? [...this.list, `and ${this.#left} more`] : this.list;
  }
}
