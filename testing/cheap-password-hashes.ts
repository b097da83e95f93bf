import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// The test runner loads this module before each test file: it lowers the cost of password hashes in the process of the
// test and changes nothing else. Imported by a test file it could come after passwords.ts, which keeps the function.

const { argon2 } = crypto;
crypto.argon2 = (algorithm: Argon2Algorithm, parameters: Argon2Parameters, done: Parameters<typeof argon2>[2]) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
syncBuiltinESMExports();
