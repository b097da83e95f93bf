import { schedule } from '../../platform/jobs/job-scheduler.ts';
import { seconds } from '../../platform/lib/duration.ts';
import type { Module } from '../../platform/module/module.ts';
import { settingRoutes } from './routes.ts';
import { applyStoredSettings, contextOf } from './stored.ts';

/** In case a notification is lost. */
const everyMs = seconds(5);

/** What admins set while the service runs: addresses, mail server, bot and look (docs/settings.md). */
export const settings: Module = {
  name: 'settings',
  tag: 'service',
  tables: ['settings'],
  tablesOfDatabase: ['installation'],
  personalData: [
    { table: 'settings', secrets: ['secret'] },
    { table: 'installation', kept: { opened_url: 'the public address of the installation' } },
  ],
  encryptedColumns: [{ table: 'settings', key: 'id', column: 'secret', contextOf }],
  routes: settingRoutes,
  prepare: applyStoredSettings,
  start: (deps) => {
    const job = schedule('settings', everyMs, () => applyStoredSettings(deps), deps);
    deps.notifications.on('settings', job.trigger);
    return job;
  },
};
