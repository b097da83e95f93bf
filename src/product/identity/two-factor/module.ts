import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { endSetup } from './actions.ts';
import { findAccountsWithTotp, totpLoginCheck } from './login-check.ts';
import { twoFactorRoutes } from './routes.ts';
import { contextOf } from './secret.ts';

export const twoFactor: Module = {
  name: 'two-factor',
  tables: ['totp', 'recovery_codes'],
  personalData: [
    ownRows('totp', 'user_id', { secrets: ['secret'] }),
    ownRows('recovery_codes', 'user_id', { secrets: ['code_hash'] }),
  ],
  encryptedColumns: [{ table: 'totp', key: 'user_id', column: 'secret', contextOf }],
  routes: twoFactorRoutes,
  findAccountsWithSecondFactor: findAccountsWithTotp,
  loginCheck: totpLoginCheck,
  passwordHook: endSetup,
};
