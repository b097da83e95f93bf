import type { Generated } from 'kysely';
import type { Setting } from '../../platform/config/storable-settings.ts';
import type { OptionalTimestamp, Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    settings: SettingsTable;
    installation: InstallationTable;
  }
}

/** One of the three contents is not null. */
interface SettingsTable {
  key: Setting | 'logo';
  id: string;
  value: string | null;
  secret: Buffer | null;
  picture: Buffer | null;
  changed_at: Timestamp;
}

interface InstallationTable {
  id: Generated<string>;
  is_only: Generated<boolean>;
  opened_at: OptionalTimestamp;
  /** the public address at that time */
  opened_url: string | null;
}
