import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shortcutsFor } from '../../web/src/components/keyboard-shortcuts/shortcut-keys.ts';
import { ApiError, NoAnswerError, oneTimeCodeMessage, passkeyMessage, passkeyRefusedMessage } from '../../web/src/http/errors.ts';
import { companySignInUrl } from '../../web/src/pages/account/company-sign-in-url.ts';
import { isConsolePath } from '../../web/src/pages/account/console-path.ts';
import { neededFactor } from '../../web/src/pages/second-factor/needed-factor.ts';

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
  const refusal = (message: string, status = 401) => new ApiError(status, message);
  assert.equal(neededFactor(refusal(oneTimeCodeMessage), undefined), 'code');
  assert.equal(neededFactor(refusal(passkeyMessage), 'code'), 'passkey');
  assert.equal(neededFactor(refusal('invalid credentials'), 'code'), undefined);
  for (const before of ['code', 'passkey', undefined] as const) {
    assert.equal(neededFactor(refusal(passkeyRefusedMessage), before), before);
    assert.equal(neededFactor(refusal('too many attempts, try again later', 429), before), before);
    assert.equal(neededFactor(new NoAnswerError('no answer'), before), before);
  }
});

it('a role has the shortcuts of its pages', () => {
  assert.equal(shortcutsFor('client').length, 12);
  assert(!shortcutsFor('admin').includes('create') && !shortcutsFor('admin').includes('confirm'));
  assert.deepEqual(shortcutsFor('worker'), ['search', 'goHome', 'next', 'previous', 'open', 'help']);
});
