import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ErrorCode } from '../../web/src/contract/error-messages.ts';
import type { Profile } from '../../web/src/contract/schemas.ts';
import { shortcutsFor } from '../../web/src/features/keyboard-shortcuts/shortcut-keys.ts';
import { ApiError, NoAnswerError } from '../../web/src/http/errors.ts';
import { safeLocalStorage } from '../../web/src/lib/storage.ts';
import { companySignInUrl } from '../../web/src/pages/account/company-sign-in-url.ts';
import { isConsolePath } from '../../web/src/pages/account/console-path.ts';
import { parseUserAgent } from '../../web/src/pages/account/device-name.ts';
import { neededFactor } from '../../web/src/pages/second-factor/needed-factor.ts';
import {
  changeCurrentUser,
  currentSession,
  isExpectedUser,
  isUnverified,
  openUnverifiedSession,
  setPhase,
  storedUserId,
} from '../../web/src/session/session-store.ts';

describe('the session in the storage of the browser', () => {
  const profile = (id: string, name = id): Profile => ({ id, name, role: 'client' }) as Profile;
  const signIn = (id: string): void =>
    setPhase({ name: 'signed-in', session: { token: 'token', receivedAt: 0, expiresAt: 1, user: profile(id) } });

  beforeEach(() => {
    signIn('anna');
    setPhase({ name: 'signed-out' });
    setPhase({ name: 'loading' });
  });

  it('only the session of the user who signed in last is expected, in other tabs, too', () => {
    signIn('anna');
    assert.deepEqual([isExpectedUser({ id: 'anna' }), isExpectedUser({ id: 'mallory' })], [true, false]);
    safeLocalStorage.setItem('callout.session', 'boris'); // who has signed in in another tab
    assert.deepEqual([isExpectedUser({ id: 'anna' }), isExpectedUser({ id: 'boris' })], [false, true]);
    safeLocalStorage.removeItem('callout.session'); // another tab has found a planted session
    assert.deepEqual([isExpectedUser({ id: 'anna' }), isExpectedUser({ id: 'mallory' })], [true, false]);
  });

  it('a sign-out removes whose session it was, and what earlier versions stored is nobody', () => {
    signIn('anna');
    assert.equal(storedUserId(), 'anna');
    setPhase({ name: 'signed-out', reason: 'ended' });
    assert.equal(storedUserId(), undefined);
    safeLocalStorage.setItem('callout.session', '1');
    assert.equal(storedUserId(), undefined);
  });

  it('without a connection the session of the stored user is opened, of no other one, and not over a known one', () => {
    safeLocalStorage.setItem('callout.session', 'anna');
    openUnverifiedSession(profile('mallory'));
    assert.equal(currentSession(), undefined);
    openUnverifiedSession(profile('anna'));
    const session = currentSession();
    assert(session && isUnverified(session) && session.user.id === 'anna');
    signIn('anna');
    openUnverifiedSession(profile('anna', 'Stored'));
    assert.equal(currentSession()?.user.name, 'anna');
  });

  it('a changed profile is shown to its own user only', () => {
    signIn('anna');
    changeCurrentUser(profile('boris', 'Boris'));
    assert.equal(currentSession()?.user.name, 'anna');
    changeCurrentUser(profile('anna', 'Anna Renamed'));
    assert.equal(currentSession()?.user.name, 'Anna Renamed');
  });
});

const foreignPaths = ['//evil.example', '/\\evil.example', 'https://evil.example', 'evil', '', undefined];

it('a sign-in leads to pages of the console only', () => {
  for (const path of ['/', '/tickets?status=open', '/projects/7']) {
    assert(isConsolePath(path), path);
    assert.equal(companySignInUrl(path), `/ext/oidc/start?${new URLSearchParams({ to: path })}`);
  }
  for (const path of foreignPaths) {
    assert(!isConsolePath(path), path);
    assert.equal(companySignInUrl(path), '/ext/oidc/start');
  }
  for (const path of ['/a b', `/${'a'.repeat(1_000)}`, '/\n']) assert.equal(companySignInUrl(path), '/ext/oidc/start');
});

it('a sign-in asks for what its account needs, and for the same again after a wrong try', () => {
  const refusal = (errorCode: ErrorCode, status = 401) => new ApiError(status, 'refused', { errorCode });
  assert.equal(neededFactor(refusal('one_time_code_required'), undefined), 'code');
  assert.equal(neededFactor(refusal('passkey_required'), 'code'), 'passkey');
  assert.equal(neededFactor(refusal('invalid_credentials'), 'code'), undefined);
  for (const before of ['code', 'passkey', undefined] as const) {
    assert.equal(neededFactor(refusal('passkey_not_accepted'), before), before);
    assert.equal(neededFactor(refusal('too_many_attempts', 429), before), before);
    assert.equal(neededFactor(new NoAnswerError('no answer'), before), before);
  }
});

it('a role has the shortcuts of its pages', () => {
  assert.equal(shortcutsFor('client').length, 12);
  assert(shortcutsFor('admin').includes('create') && !shortcutsFor('admin').includes('confirm'));
  assert.deepEqual(shortcutsFor('worker'), ['search', 'goHome', 'next', 'previous', 'open', 'help']);
});

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
