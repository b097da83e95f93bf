import type { PostgresServer } from '../../testing/postgres.ts';

/** The input of a chaos program. */
export interface Task {
  rounds: number;
  seed: number;
  /** The PostgreSQL to work on, for programs that do not start their own. */
  server: Pick<PostgresServer, 'url'>;
  /** Small numbers and no limits of time: a test on a busy machine. */
  isShort: boolean;
  /** Prints the progress. */
  log: (line: string) => void;
}

/** The result of a chaos program. It has passed when there are no problems. */
export interface Outcome {
  figure: string;
  problems: string[];
  /** what this machine lacks to run it */
  missing?: string;
}

export const notRun = (missing: string): Outcome => ({ figure: `not run: ${missing}`, problems: [], missing });

/** @returns one outcome for runs of the same program in several places */
export const joined = (outcomes: Outcome[]): Outcome => ({
  figure: outcomes.map(({ figure }) => figure).join('\n'),
  problems: outcomes.flatMap(({ problems }) => problems),
});

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

  add(...problems: string[]): void {
    for (const problem of problems) {
      if (this.list.length < 100) this.list.push(problem.length > 600 ? `${problem.slice(0, 600)}...` : problem);
      else this.#left++;
    }
  }

  get count(): number {
    return this.list.length + this.#left;
  }

  all(): string[] {
    return this.#left > 0 ? [...this.list, `and ${this.#left} more`] : this.list;
  }
}
