import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Test files that sign in hundreds of times import this module: it lowers the cost of password hashes in their
// process and changes nothing else.

const { argon2 } = crypto;
crypto.argon2 = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Parameters<typeof argon2>[2]) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
syncBuiltinESMExports();
