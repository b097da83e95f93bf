import fc from 'fast-check';
import type { Fixtures } from '../testing/fixtures.ts';
import type { Outcome, Program, Task } from './lib/program.ts';
import { maxPhotos, photoActions } from './model/photos.ts';
import { projectActions } from './model/projects.ts';
import { ruleActions } from './model/recurring-rules.ts';
import { Model } from './model/state.ts';
import { type Action, Step } from './model/step.ts';
import { ticketActions } from './model/tickets.ts';
import { userActions } from './model/users.ts';

const actions: Record<string, Action> = { ...ticketActions, ...projectActions, ...userActions, ...ruleActions, ...photoActions };

/** How often each is done; whatever is not named here, once. New accounts cost a password hash each. */
const weights: Record<string, number> = {
  create: 12,
  move: 40,
  read: 10,
  list: 4,
  upload: 8,
  invite: 4,
  respond: 6,
  runRule: 4,
  wait: 3,
  addUser: 0.5,
  deleteProject: 0.2,
  deleteRule: 0.3,
  evaluate: 3,
  addRule: 2,
  retain: 0.5,
};

class Command implements fc.AsyncCommand<Model, Fixtures> {
  readonly #name: string;
  readonly #choices: readonly number[];

  constructor(name: string, choices: readonly number[]) {
    this.#name = name;
    this.#choices = choices;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, fixtures: Fixtures): Promise<void> {
    stepsDone++;
    await actions[this.#name]?.(new Step(model, fixtures, this.#choices));
  }

  toString(): string {
    return `${this.#name}(${this.#choices})`;
  }
}

let stepsDone = 0;

const choices = fc.array(fc.nat(10_000), { minLength: 12, maxLength: 12 });
const named = Object.keys(actions).map((name) => ({
  weight: Math.round((weights[name] ?? 1) * 10),
  arbitrary: fc.constant(name),
}));
const command = fc.tuple(fc.oneof(...named), choices).map(([name, numbers]) => new Command(name, numbers));

/** Random walks through the service and the model side by side; every answer is compared. */
async function walk({ rounds: steps, seed, isShort, log }: Task, open: typeof Fixtures.open): Promise<Outcome> {
  let walks = 0;
  const maxCommands = isShort ? 200 : 400;
  const property = fc.asyncProperty(fc.commands([command], { maxCommands, size: 'max' }), async (commands) => {
    const fixtures = await open({ PHOTO_MAX_PER_TICKET: String(maxPhotos) });
    walks++;
    try {
      await fc.asyncModelRun(() => ({ model: new Model(fixtures), real: fixtures }), commands);
    } finally {
      await fixtures.close();
    }
  });
  const problems: string[] = [];
  for (let batch = 0; stepsDone < steps && problems.length === 0; batch++) {
    const details = await fc.check(property, { seed: seed + batch, numRuns: 5, interruptAfterTimeLimit: 300_000 });
    // What was asked and answered; the walk itself comes again with this seed.
    if (details.failed) problems.push(`with seed ${seed + batch}: ${(details.errorInstance as Error | null)?.stack}`);
    else if (batch % 10 === 9) log(`${stepsDone} steps in ${walks} walks`);
  }
  return { figure: `${stepsDone} steps in ${walks} walks`, problems };
}

export const program: Program = {
  summary: 'random walks through everything people do, with a clock of their own; every answer is compared with a small model',
  unit: 'steps',
  rounds: 100_000,
  run: async (task) => {
    // A test has a template already.
    const isAlone = process.env['TEST_DATABASE_URL'] === undefined;
    if (isAlone) process.env['TEST_DATABASE_URL'] = task.server.url;
    const { createTemplateDatabase } = await import('../testing/test-database.ts');
    if (isAlone) await createTemplateDatabase(task.server.url);
    const { Fixtures } = await import('../testing/fixtures.ts');
    return walk(task, (settings) => Fixtures.open(settings));
  },
};
