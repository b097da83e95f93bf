import { addressSettings, databaseSettings, serverSettings, signInSettings } from './settings/access.ts';
import { mailSettings, messengerSettings, proxySettings } from './settings/messages.ts';
import { monitoringSettings, quotaSettings, retentionSettings, storageSettings } from './settings/storage.ts';

// Every variable of the environment that the service reads, with kind, default and meaning. docs/configuration.md and .env.example are
// written from it: `npm run openapi`.

/** The settings by the headings of docs/configuration.md. */
export const settingGroups = {
  'Secrets and address': addressSettings,
  'Server and proxy': serverSettings,
  Database: databaseSettings,
  'Sign-in': signInSettings,
  Mail: mailSettings,
  'Messenger, push and webhooks': messengerSettings,
  'Proxy for outgoing calls': proxySettings,
  'Photos and storage': storageSettings,
  'Schedules and retention': retentionSettings,
  Quotas: quotaSettings,
  Monitoring: monitoringSettings,
};

export const settings = {
  ...addressSettings,
  ...serverSettings,
  ...databaseSettings,
  ...signInSettings,
  ...mailSettings,
  ...messengerSettings,
  ...proxySettings,
  ...storageSettings,
  ...retentionSettings,
  ...quotaSettings,
  ...monitoringSettings,
};

type Settings = typeof settings;
export type SettingName = keyof Settings;

/** The names of all settings of one kind. */
export type NameOf<Kind> = { [Name in SettingName]: Settings[Name]['kind'] extends Kind ? Name : never }[SettingName];
