import { existsSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

// The tests use the browser that is installed on the machine: nothing is downloaded.

// The one without windows first: it opens a page with half of the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = ['/Applications', join(homedir(), 'Applications')];
const bundles = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    '/opt/homebrew/bin',
  ];
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onMac = bundles.flatMap((bundle) => applications.map((folder) => join(folder, bundle)));
  return [...onPath, ...onMac].find((file) => existsSync(file));
}

/** The executable of Chromium or Chrome: CHROMIUM_PATH, or the first in the usual places of Linux and macOS. */
export const chromiumPath = findChromium();

/** Why there is no browser; empty when there is one. */
export const missingChromium = chromiumPath
  ? ''
  : 'Chromium is not installed (apt-get install chromium, brew install chromium, or CHROMIUM_PATH)';

const hasTestFont = existsSync('/usr/share/fonts/truetype/dejavu');

/** One wide font for all machines, where it is installed. */
export const launchEnvironment: Record<string, string | undefined> = {
  ...process.env,
  ...(hasTestFont && { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') }),
};

const minSharedMemoryBytes = 1e9;
/** Shared memory in files, Playwright's default for containers with too little of it, takes a third of the system's processor time. */
const hasSharedMemory =
  existsSync('/dev/shm') && statfsSync('/dev/shm').bavail * statfsSync('/dev/shm').bsize > minSharedMemoryBytes;
export const unwantedArguments = hasSharedMemory ? ['--disable-dev-shm-usage'] : [];
