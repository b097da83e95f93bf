import { passkeySiteOf } from '../../../platform/http/passkey-site.ts';
import { hours } from '../../../platform/lib/duration.ts';
import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { deleteExpiredChallenges, removeAfterPasswordChange } from './actions.ts';
import { Challenges } from './challenges.ts';
import { passkeyLoginCheck } from './login-check.ts';
import { passkeyRoutes } from './routes.ts';

/** Keys on people's devices, in place of the password or after it (docs/passkeys.md). */
export const passkeys: Module = {
  name: 'passkeys',
  tag: 'account',
  tables: ['passkeys', 'passkey_requirements', 'used_passkey_challenges'],
  personalData: [
    ownRows('passkeys', 'user_id', { replaced: ['name'], secrets: ['credential_id', 'public_key'] }),
    ownRows('passkey_requirements', 'user_id'),
  ],
  routes: passkeyRoutes,
  loginCheck: ({ config }) => {
    const challenges = new Challenges(config);
    return passkeyLoginCheck(() => {
      const site = passkeySiteOf(config);
      return site && { site, challenges };
    });
  },
  passwordHook: removeAfterPasswordChange,
  jobs: (deps) => [{ name: 'expired passkey challenges', everyMs: hours(1), run: () => deleteExpiredChallenges(deps) }],
};
