import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Profile } from '../../web/src/contract/schemas.ts';
import { safeLocalStorage } from '../../web/src/lib/storage.ts';
import {
  changeCurrentUser,
  currentSession,
  isExpectedUser,
  isUnverified,
  openUnverifiedSession,
  setPhase,
  storedUserId,
} from '../../web/src/session/session-store.ts';

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
