import { type KeyObject, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AuditActor, recordAuditEvent } from '../../platform/audit/audit-log.ts';
import type { Config } from '../../platform/config/config.ts';
import { isMailbox } from '../../platform/config/parse-setting.ts';
import {
  isBotToken,
  isOfEnvironment,
  parsePublicUrl,
  plainSettings,
  type Setting,
  type StoredSettings,
  secretSettings,
} from '../../platform/config/storable-settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notify } from '../../platform/database/listen.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest, conflict, notFound, pointerTo, validationFailed } from '../../platform/http/errors.ts';
import { contrastOf, darkestLightBackground, minContrast } from '../../platform/lib/color.ts';
import { encryptionKey } from '../../platform/security/encryption.ts';
import { discardUploads, type Upload } from '../../product/files/photos/receive-upload.ts';
import { makeLogo, UndecodablePhotoError } from '../../product/files/thumbs/make-thumb.ts';
import { lockWithActor } from '../../product/identity/users/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import type { ChangeSettings } from './schemas.ts';
import { mailHostOf, openRows, readRows, sealSecret } from './stored.ts';

const hostPattern = /^([\w-]+(\.[\w-]+)*\.?|\[?[\da-f]*:[\da-f:.]+\]?)$/i;

/** A setting that is to be stored, or removed (null). */
interface Change {
  key: Setting;
  value: string | null;
}

/**
 * Stores settings, or removes them (null).
 * @throws 400 a value is not valid; 409 the environment sets it, or a secret cannot be encrypted
 */
export async function changeSettings(tx: Tx, config: Config, actor: Actor, body: ChangeSettings, now: Date): Promise<void> {
  const changes = [...plainSettings, ...secretSettings].flatMap((key) => {
    const value = body[key];
    return value === undefined ? [] : [parseChange(key, value)];
  });
  const fixed = changes.find(({ key }) => isOfEnvironment(config.storableVariables, key));
  if (fixed) {
    const errors = [{ pointer: pointerTo([fixed.key]), detail: errorMessages.settingOfEnvironment }];
    throw conflict('setting_of_environment', errorMessages.settingOfEnvironment, { errors });
  }
  await lockSettings(tx, actor);
  const rows = await readRows(tx);
  const { stored: before } = openRows(config, rows);
  const after: StoredSettings = { ...before, ...Object.fromEntries(changes.map(({ key, value }) => [key, value ?? undefined])) };
  const host = mailHostOf(config, after);
  // The password of one server is not for another one.
  const forgets = host !== mailHostOf(config, before) && body['smtp.password'] === undefined;
  const hasRow = (key: Setting): boolean => rows.some((row) => row.key === key);
  // A secret is stored anew even if it is the same: it may be for another server now.
  const changed = changes.filter(({ key, value }) => (value === null ? hasRow(key) : isSecret(key) || before[key] !== value));
  if (forgets && before['smtp.password'] !== undefined) changed.push({ key: 'smtp.password', value: null });
  await store(tx, config, changed, host, now);
  await recordChange(
    tx,
    actor,
    changed.map(({ key }) => key),
    now,
  );
}

/** Stores the picture that stands for the installation. @param picture a PNG file */
export async function setLogo(tx: Tx, actor: Actor, picture: Buffer, now: Date): Promise<void> {
  await lockSettings(tx, actor);
  await tx.deleteFrom('settings').where('key', '=', 'logo').execute();
  await tx.insertInto('settings').values({ key: 'logo', id: randomUUID(), picture, changed_at: now }).execute();
  await recordChange(tx, actor, ['logo'], now);
}

/** @throws 404 there is none */
export async function removeLogo(tx: Tx, actor: Actor, now: Date): Promise<void> {
  await lockSettings(tx, actor);
  const { numDeletedRows } = await tx.deleteFrom('settings').where('key', '=', 'logo').executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('logo');
  await recordChange(tx, actor, ['logo'], now);
}

/** Changes of settings are made one after another. @throws 401, 403 the account may not be used any more */
async function lockSettings(tx: Tx, actor: Actor): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await tx.selectFrom('installation').select('id').forNoKeyUpdate().execute();
}

async function store(tx: Tx, config: Config, changes: readonly Change[], host: string, now: Date): Promise<void> {
  const keys = changes.map(({ key }) => key);
  if (keys.length > 0) await tx.deleteFrom('settings').where('key', 'in', keys).execute();
  const key = encryptionKey(config);
  const rows = changes.flatMap(({ key: setting, value }) => {
    if (value === null) return [];
    const row = { key: setting, changed_at: now };
    return [isSecret(setting) ? { ...row, ...sealSecret(requireKey(key), value, host) } : { ...row, id: randomUUID(), value }];
  });
  for (const row of rows) await tx.insertInto('settings').values(row).execute();
}

const isSecret = (key: Setting): boolean => secretSettings.some((secret) => secret === key);

/** @throws 409 */
function requireKey(key: KeyObject | undefined): KeyObject {
  if (!key) throw conflict('secret_not_storable', errorMessages.secretNotStorable);
  return key;
}

/** Tells all instances, and the audit log: which settings, and never what they are. */
async function recordChange(tx: Tx, actor: AuditActor, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  const subject = { type: 'settings', id: '', name: [...keys].sort().join(', ') };
  await recordAuditEvent(tx, { event: 'settings_changed', at: now, actor, subject });
  await notify(tx, 'settings');
}

/** @returns the change as it is stored. @throws 400 */
function parseChange(key: Setting, value: string | number | null): Change {
  if (value === null) return { key, value };
  const text = String(value);
  switch (key) {
    case 'public_url': {
      const url = parsePublicUrl(text);
      if (url === undefined) throw invalid(key, errorMessages.invalidPublicUrl);
      return { key, value: url };
    }
    case 'smtp.host':
      if (!hostPattern.test(text)) throw invalid(key, errorMessages.invalidMailHost);
      return { key, value: text.replace(/^\[(.+)\]$/, '$1') };
    case 'smtp.from':
      if (!isMailbox(text)) throw invalid(key, errorMessages.invalidSender);
      return { key, value: text };
    case 'messenger_bot_token':
      if (!isBotToken(text)) throw invalid(key, errorMessages.invalidInstallationBot);
      return { key, value: text };
    case 'color':
      if (contrastOf(text, darkestLightBackground) < minContrast) throw invalid(key, errorMessages.colorTooLight);
      return { key, value: text.toLowerCase() };
    default:
      return { key, value: text };
  }
}

/** @param key of one field, whose dot is no step of a path */
const invalid = (key: Setting, message: string) => validationFailed(message, pointerTo([key]));

const maxLogoBytes = 2_000_000;

/** Reads an uploaded picture as a logo. Its file is deleted. @returns a PNG file @throws 400 too large, or not to be decoded */
export async function readLogo(upload: Upload): Promise<Buffer> {
  try {
    if (upload.file.size > maxLogoBytes) throw badRequest('file_too_large', `file is larger than ${maxLogoBytes} bytes`);
    return await makeLogo(await readFile(upload.file.path));
  } catch (error) {
    if (error instanceof UndecodablePhotoError) throw badRequest('file_damaged', 'file is damaged: it cannot be decoded');
    throw error;
  } finally {
    await discardUploads([upload]);
  }
}
