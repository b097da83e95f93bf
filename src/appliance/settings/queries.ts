import { logoPath } from '../../platform/config/branding.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  effectiveValues,
  isOfEnvironment,
  type PlainSetting,
  type SecretSetting,
  type Setting,
  type StoredSettings,
} from '../../platform/config/storable-settings.ts';
import type { Db } from '../../platform/database/database.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Settings } from './schemas.ts';
import { openRows, readRows } from './stored.ts';

/** Reads all settings with their sources, secrets without their values. */
export async function getSettings(db: Db, config: Config): Promise<Settings> {
  const [rows, { opened_at, opened_url }] = await Promise.all([readRows(db), getInstallation(db)]);
  const { stored } = openRows(config, rows);
  const { storableVariables: variables } = config;
  const values = effectiveValues(variables, stored);
  const text = (key: Exclude<PlainSetting, 'smtp.port'>) => ({ value: values[key], source: sourceOf(config, stored, key) });
  const secret = (key: SecretSetting) => ({
    is_set: isOfEnvironment(variables, key) || stored[key] !== undefined,
    source: sourceOf(config, stored, key),
    is_storable: config.dataEncryptionKey !== undefined,
  });
  return {
    public_url: { ...text('public_url'), opened_at: opened_url === configuredBaseUrl(config) ? opened_at : null },
    'smtp.host': text('smtp.host'),
    'smtp.port': { value: values['smtp.port'], source: sourceOf(config, stored, 'smtp.port') },
    'smtp.security': { value: values['smtp.security'], source: sourceOf(config, stored, 'smtp.security') },
    'smtp.user': text('smtp.user'),
    'smtp.password': secret('smtp.password'),
    'smtp.from': text('smtp.from'),
    messenger_bot_token: secret('messenger_bot_token'),
    name: text('name'),
    color: text('color'),
    logo: { value: stored.logo ? logoPath(stored.logo) : null, source: stored.logo ? 'stored' : 'default' },
  };
}

function sourceOf({ storableVariables }: Config, stored: StoredSettings, key: Setting): Settings['public_url']['source'] {
  if (isOfEnvironment(storableVariables, key)) return 'environment';
  return stored[key] === undefined ? 'default' : 'stored';
}

/** @returns the id of this installation, and when another device opened the link that tests its address, and which one */
export const getInstallation = (db: Db) =>
  db.selectFrom('installation').select(['id', 'opened_at', 'opened_url']).executeTakeFirstOrThrow();
