import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath, launchEnvironment, missingChromium, unwantedArguments } from './testing/chromium.ts';

// The console in a real browser: `npm test` runs it with TEST_DATABASE_URL of its test server, on a built console.
// CONSOLE_TRACES=1 keeps a trace of each test that fails; recording takes 7 % more processor time.

const isRunner = process.env['TEST_WORKER_INDEX'] === undefined;
if (isRunner && missingChromium) console.warn(`The tests in a browser are skipped: ${missingChromium}`);

const results = join(import.meta.dirname, 'test-results');

export default defineConfig({
  testDir: './test/console',
  testMatch: '**/*.spec.ts',
  outputDir: results,
  fullyParallel: true,
  // One more than two cores need, because pages also wait.
  workers: 3,
  forbidOnly: true,
  // One of the 335 tests failed by chance in the last whole run. The summary names each second try.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./test/runner/playwright-reporter.ts']],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: process.env['CONSOLE_TRACES'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromiumPath && { executablePath: chromiumPath }),
      ignoreDefaultArgs: unwantedArguments,
      // Names under .test are sites of their own that resolve to this machine.
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP *.test 127.0.0.1'],
      ],
      env: launchEnvironment,
    },
  },
});
