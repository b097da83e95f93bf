import type { PostgresServer } from '../../testing/postgres.ts';

/** The input of a chaos program. */
export interface Task {
  rounds: number;
  seed: number;
  /** The PostgreSQL to work on, for programs that do not start their own. */
  server: PostgresServer;
  /** Prints the progress. */
  log: (line: string) => void;
}

/** The result of a chaos program. It has passed when there are no problems. */
export interface Outcome {
  figure: string;
  problems: string[];
}

export interface Program {
  summary: string;
  /** What one round consists of. */
  unit: string;
  /** Default number of rounds. */
  rounds: number;
  run(task: Task): Promise<Outcome>;
}

/** A list of problems with a bounded length. */
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
