import { type Branding, type Logo, productColor, productName } from './branding.ts';
import { connection, defaultSender, type MailOptions, mailSecrets, mailVariables, smtp } from './mail.ts';
import { ConfigError, type Environment, secret, text, variable } from './parse-setting.ts';

// Strict, because the token becomes part of a URL.
const botTokenPattern = /^[1-9]\d{0,14}:[A-Za-z0-9_-]{1,128}$/;

/** Whether a text has the form of a bot token, `<id>:<secret>`. */
export const isBotToken = (text: string): boolean => botTokenPattern.test(text);

// Settings that admins can store, so that they change while the service runs. A variable of the environment is stronger.

/** The settings with a value that can be read. */
export const plainSettings = [
  'public_url',
  'smtp.host',
  'smtp.port',
  'smtp.security',
  'smtp.user',
  'smtp.from',
  'name',
  'color',
] as const;
/** The settings that are written and never read. */
export const secretSettings = ['smtp.password', 'messenger_bot_token'] as const;

export type PlainSetting = (typeof plainSettings)[number];
export type SecretSetting = (typeof secretSettings)[number];
export type Setting = PlainSetting | SecretSetting;

/** The variable that a setting is read from, and others that decide it as well. Name and colour have none. */
const variablesOf: Readonly<Partial<Record<Setting, readonly [string, ...string[]]>>> = {
  public_url: ['PUBLIC_URL'],
  // A password of the environment is for the server that the environment names, and for no other one.
  'smtp.host': ['SMTP_HOST', 'SMTP_PASSWORD', 'SMTP_OAUTH_CLIENT_ID'],
  'smtp.port': ['SMTP_PORT'],
  'smtp.security': ['SMTP_SECURITY', 'SMTP_SECURE', 'SMTP_REQUIRE_TLS'],
  'smtp.user': ['SMTP_USER'],
  'smtp.password': ['SMTP_PASSWORD', 'SMTP_OAUTH_CLIENT_ID'],
  'smtp.from': ['MAIL_FROM'],
  messenger_bot_token: ['MESSENGER_BOT_TOKEN'],
};

/** The release since which each setting can be changed in the console. */
const consoleSince: Readonly<Record<Setting, string>> = {
  public_url: '1.1.0',
  'smtp.host': '1.1.0',
  'smtp.port': '1.1.0',
  'smtp.security': '1.1.0',
  'smtp.user': '1.1.0',
  'smtp.password': '1.1.0',
  'smtp.from': '1.1.0',
  messenger_bot_token: '1.1.0',
  name: '1.1.0',
  color: '1.1.0',
};

/** @returns the setting of the console that a variable sets, with the release that brought it; undefined: there is none */
export function consoleSettingOf(variable: string): { setting: Setting; since: string } | undefined {
  const setting = [...plainSettings, ...secretSettings].find((one) => variablesOf[one]?.[0] === variable);
  return setting && { setting, since: consoleSince[setting] };
}

/** What is stored: values as texts, secrets decrypted. */
export type StoredSettings = Readonly<Partial<Record<Setting, string>> & { logo?: Logo }>;

/** The part of the settings that changes while the service runs. */
interface StorableConfig {
  /** base URL of links: scheme, host and port, without a trailing slash; empty: the address that the request came to */
  publicUrl: string;
  /** undefined: no mail */
  smtp: MailOptions | undefined;
  /** the global messenger bot; empty: none */
  messengerBotToken: string;
  branding: Branding;
}

/** Their `false` is the default, so it decides nothing. */
const flags: readonly string[] = ['SMTP_SECURE', 'SMTP_REQUIRE_TLS'];

/** @returns the variables of these settings that are set, secrets read from their files */
export function storableVariables(env: Environment): Environment {
  const plain = ['PUBLIC_URL', ...mailVariables].map((name) => ({ name, value: variable(env, name) }));
  const secrets = (['MESSENGER_BOT_TOKEN', ...mailSecrets] as const).map((name) => ({ name, value: secret(env, name) }));
  const set = [...plain, ...secrets].filter(({ name, value }) => value !== '' && !(value === 'false' && flags.includes(name)));
  return Object.fromEntries(set.map(({ name, value }) => [name, value]));
}

/** Whether the environment decides a setting, so that it cannot be stored. */
export const isOfEnvironment = (variables: Environment, setting: Setting): boolean =>
  (variablesOf[setting] ?? []).some((name) => variables[name] !== undefined);

/** @returns the settings in effect. @param variables of the environment. @throws ConfigError when one is not valid */
export function readStorable(variables: Environment, stored: StoredSettings): StorableConfig {
  const env = withStored(variables, stored);
  const name = stored.name ?? productName;
  return {
    publicUrl: publicUrl(env),
    smtp: smtp(env, name),
    messengerBotToken: botToken(env),
    branding: { name, color: stored.color, logo: stored.logo },
  };
}

/** @returns the values in effect, for forms; null: there is none */
export function effectiveValues(variables: Environment, stored: StoredSettings) {
  const env = withStored(variables, stored);
  const { publicUrl, branding } = readStorable(variables, stored);
  const { port, security } = connection(env);
  return {
    public_url: publicUrl || null,
    'smtp.host': env['SMTP_HOST'] ?? null,
    'smtp.port': port,
    'smtp.security': security,
    'smtp.user': env['SMTP_USER'] ?? null,
    'smtp.from': env['MAIL_FROM'] ?? defaultSender(env, branding.name),
    name: branding.name,
    color: branding.color ?? productColor,
  } satisfies Record<PlainSetting, string | number | null>;
}

/** The environment as if the stored settings were in it. */
function withStored(variables: Environment, stored: StoredSettings): Environment {
  const added = [...plainSettings, ...secretSettings].flatMap((setting) => {
    const [name] = variablesOf[setting] ?? [];
    const isStored = name !== undefined && stored[setting] !== undefined && !isOfEnvironment(variables, setting);
    return isStored ? [[name, stored[setting]]] : [];
  });
  return { ...Object.fromEntries(added), ...variables };
}

/** @returns undefined unless it is the address of an installation, which has no path. It ends without a slash */
export function parsePublicUrl(given: string): string | undefined {
  // The paths of the console, the API and the public pages follow it, so it has none.
  const value = given.replace(/\/+$/, '');
  if (!(/^https?:\/\/[^\s/\\?#@]+$/i.test(value) && URL.canParse(value))) return undefined;
  return value.replace(/^https?/i, (scheme) => scheme.toLowerCase());
}

function publicUrl(env: Environment): string {
  const value = text(env, 'PUBLIC_URL');
  const url = value && parsePublicUrl(value);
  if (url === undefined)
    throw new ConfigError('PUBLIC_URL must be scheme, host and port only, such as https://callout.example.com');
  return url;
}

function botToken(env: Environment): string {
  const token = secret(env, 'MESSENGER_BOT_TOKEN').trim();
  if (token && !isBotToken(token)) throw new ConfigError('MESSENGER_BOT_TOKEN must look like <id>:<secret>');
  return token;
}
