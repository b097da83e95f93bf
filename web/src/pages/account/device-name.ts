// Names of browsers and systems in a User-Agent header. The first match counts: most browsers also name others.

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: [RegExp, string][], userAgent: string): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';

/**
 * Finds the browser and the system in a User-Agent header.
 * @returns empty texts for what it does not tell; of a program that is no browser, its name
 */
export function parseUserAgent(userAgent: string): { browser: string; system: string } {
  const [program = ''] = /^(?!Mozilla\b)[\w.-]+/.exec(userAgent) ?? [];
  return { browser: find(browsers, userAgent) || program, system: find(systems, userAgent) };
}
