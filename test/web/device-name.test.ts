import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUserAgent } from '../../web/src/pages/account/device-name.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('parseUserAgent()', () => {
  const cases: [userAgent: string, browser: string, system: string][] = [
    [`${mozilla} (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
    [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
    [
      `${mozilla} (Linux; Android 14) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [`${mozilla} (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'Linux'],
    [`${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15`, 'Safari', 'macOS'],
    ['curl/8.5.0', 'curl', ''],
    [mozilla, '', ''],
    ['', '', ''],
  ];

  for (const [userAgent, browser, system] of cases) {
    it(`parseUserAgent() finds ${browser || 'no browser'} and ${system || 'no system'} in "${userAgent}"`, () => {
      assert.deepEqual(parseUserAgent(userAgent), { browser, system });
    });
  }
});
