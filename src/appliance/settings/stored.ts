import { randomUUID } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import {
  plainSettings,
  readStorable,
  type SecretSetting,
  type StoredSettings,
  secretSettings,
} from '../../platform/config/storable-settings.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { decryptionKeys, decryptWithAny, encrypt } from '../../platform/security/encryption.ts';
import './tables.ts';

/** What a secret is encrypted for. */
export const contextOf = (id: string): string => `setting:${id}`;

/** What a row of a secret holds. */
interface SealedSecret {
  id: string;
  secret: Buffer;
}

/**
 * Encrypts a secret as it is stored.
 * @param host the mail server that a password is for: it is sent to no other one
 */
export function sealSecret(key: Parameters<typeof encrypt>[0], text: string, host: string): SealedSecret {
  const id = randomUUID();
  return { id, secret: encrypt(key, JSON.stringify({ text, host }), contextOf(id)) };
}

/** @returns undefined when no key decrypts it */
function openSecret(config: Config, { id, secret }: SealedSecret): { text: string; host: string } | undefined {
  const json = decryptWithAny(decryptionKeys(config), secret, contextOf(id));
  return json === undefined ? undefined : JSON.parse(json);
}

/** @returns the mail server in effect; empty: none */
export const mailHostOf = ({ storableVariables }: Config, stored: StoredSettings): string =>
  (storableVariables['SMTP_HOST'] ?? stored['smtp.host'] ?? '').toLowerCase();

export type SettingRow = Awaited<ReturnType<typeof readRows>>[number];

/** @returns all that is stored, in the order of the keys */
export const readRows = (db: Db) =>
  db.selectFrom('settings').select(['key', 'id', 'value', 'secret', 'picture', 'changed_at']).orderBy('key').execute();

/** @returns the settings with their secrets, without those that cannot be decrypted, which are the second value */
export function openRows(config: Config, rows: readonly SettingRow[]): { stored: StoredSettings; unreadable: SecretSetting[] } {
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const plain = plainSettings.flatMap((key) => {
    const value = rowOf.get(key)?.value;
    return value == null ? [] : [{ key, value }];
  });
  const values: StoredSettings = Object.fromEntries(plain.map(({ key, value }) => [key, value]));
  const host = mailHostOf(config, values);
  const unreadable: SecretSetting[] = [];
  const secrets = secretSettings.flatMap((key) => {
    const row = rowOf.get(key);
    if (!row?.secret) return [];
    const opened = openSecret(config, { id: row.id, secret: row.secret });
    if (!opened) unreadable.push(key);
    const isOfOtherServer = key === 'smtp.password' && opened?.host !== host;
    return opened && !isOfOtherServer ? [{ key, value: opened.text }] : [];
  });
  const logo = rowOf.get('logo');
  return {
    stored: {
      ...values,
      ...Object.fromEntries(secrets.map(({ key, value }) => [key, value])),
      ...(logo?.picture && { logo: { content: logo.picture, version: logo.id } }),
    },
    unreadable,
  };
}

/** The ids of the rows that were read last, by the settings that they were applied to. Each change of a row gives it another id. */
const applied = new WeakMap<Config, string>();

/** Lets the service use the settings that are stored. */
export async function applyStoredSettings({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  const ids = await db.read.selectFrom('settings').select('id').orderBy('id').execute();
  if (applied.get(config) === versionOf(ids)) return;
  const rows = await readRows(db.read);
  const { stored, unreadable } = openRows(config, rows);
  if (unreadable.length > 0)
    log.error({ settings: unreadable.join(', ') }, 'DATA_ENCRYPTION_KEY does not decrypt these settings: they count as not set');
  Object.assign(config, readStorable(config.storableVariables, stored));
  applied.set(config, versionOf(rows));
}

const versionOf = (rows: readonly { id: string }[]): string =>
  rows
    .map(({ id }) => id)
    .sort()
    .join();
