import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Imported by test files that sign in hundreds of times: hashes of passwords cost next to nothing
// in their process. All else about them stays as it is.

const { argon2 } = crypto;
crypto.argon2 = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Parameters<typeof argon2>[2]) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
syncBuiltinESMExports();
