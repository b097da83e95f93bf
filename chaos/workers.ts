import { missingNginx } from '../test/support/nginx.ts';
import type { Program } from './parts/outcome.ts';
import { roll } from './rolling.ts';

// Processes that share a port each have a listener of their own, and so each a last moment.

export const program: Program = {
  summary: 'the same with two processes to an instance',
  unit: 'restarts of all three',
  rounds: 5,
  run: (task) => roll({ ...task, rate: 200, front: missingNginx() ? 'new connections' : 'nginx', workers: 2 }),
};
