import { modules } from '../modules.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { isEmail, isNewEmail } from '../platform/lib/email.ts';
import { generatePassword, hashPassword } from '../platform/security/passwords.ts';
import { endRequirement } from '../product/identity/passkeys/actions.ts';
import { endTotp } from '../product/identity/two-factor/actions.ts';
import { createAdmin, listAdmins, recoverAdmin } from '../product/identity/users/recover-admin.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { type Command, commandContext, UsageError } from './command.ts';

const by = 'callout admin';
const usage = '[--create EMAIL | --reset-password EMAIL]';

export const command: Command = {
  summary: 'Lists the admins, adds one, or gives one a new password, which it prints, while the service runs.',
  usage,
  details:
    'For an admin who cannot sign in. With a new password all sessions of the account end, it is enabled and confirmed, and the ' +
    'sign-in asks for no one-time code and no passkey any more. Nothing is asked for: who can read the settings of the service can do ' +
    'everything anyway. The audit log has it.',
  options: {
    create: 'adds an admin with this address',
    'reset-password': 'gives the admin with this address a new password',
  },
  run: async ({ options }) => {
    if (options.size > 1) throw new UsageError(`usage: callout admin ${usage}`);
    const [[change, email] = []] = options;
    const isPossible = change === 'create' ? isNewEmail : isEmail;
    if (email !== undefined && !isPossible(email)) throw new UsageError(`${email} is no e-mail address`);
    const { config, log } = commandContext();
    const connection = await attachDatabase(config, log);
    try {
      const db = openDatabase(connection.owner, log);
      try {
        const lines = email === undefined ? await describeAdmins(db) : await changeAdmin(db, email, change === 'create');
        console.log(lines.join('\n'));
      } finally {
        await db.close();
      }
    } finally {
      await connection[Symbol.asyncDispose]();
    }
    return 0;
  },
};

async function describeAdmins(db: Database): Promise<string[]> {
  const admins = await listAdmins(db.read);
  if (admins.length === 0) return ['there is no admin: callout admin --create EMAIL adds one'];
  return admins.map(({ email, name, is_active }) => `${email} (${name})${is_active ? '' : ', disabled'}`);
}

/** @returns lines that say what was done, with the password */
async function changeAdmin(db: Database, email: string, isNew: boolean): Promise<string[]> {
  const password = generatePassword();
  const account = { email, passwordHash: await hashPassword(password), by };
  const now = systemClock();
  const lines = [`email: ${email}`, `password: ${password}`];
  if (isNew) {
    await db.transaction((tx) => createAdmin(tx, account, now));
    return lines;
  }
  const passwordHooks = modules.flatMap(({ passwordHook }) => passwordHook ?? []);
  return db.transaction(async (tx) => {
    const id = await recoverAdmin(tx, { passwordHooks }, account, now);
    const ended = [(await endTotp(tx, id, by, now)) && 'one-time code', (await endRequirement(tx, id, by, now)) && 'passkey'];
    const names = ended.filter(Boolean).join(', ');
    return names ? [...lines, `no longer asked for: ${names}`] : lines;
  });
}
