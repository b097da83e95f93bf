import { type Environment, integer } from './parse-setting.ts';

/** Limits per account, so that one account cannot exhaust shared resources. */
export function quotas(env: Environment) {
  const max = Number.MAX_SAFE_INTEGER;
  return {
    /** accounts that one client creates per hour */
    accountsPerHour: integer(env, 'MAX_ACCOUNTS_PER_HOUR', 100, 1, max),
    /** concurrent uploads of an account; further ones are queued */
    uploads: integer(env, 'MAX_UPLOADS', 8, 1, max),
    /** live update streams of an account on one instance; a further one closes the oldest */
    liveStreams: integer(env, 'MAX_LIVE_STREAMS', 10, 1, max),
    /** comments that one account writes per hour */
    commentsPerHour: integer(env, 'MAX_COMMENTS_PER_HOUR', 300, 1, max),
    /** reports of people without an account: from one network in an hour, and of one object in 24 hours */
    reportsPerNetwork: integer(env, 'MAX_REPORTS_PER_NETWORK', 10, 1, max),
    reportsPerObject: integer(env, 'MAX_REPORTS_PER_OBJECT', 50, 1, max),
    /** rows of one client: projects, objects, equipment, recurring rules and open invitations */
    projects: integer(env, 'MAX_PROJECTS', 1_000, 1, max),
    objects: integer(env, 'MAX_OBJECTS', 20_000, 1, max),
    equipment: integer(env, 'MAX_EQUIPMENT', 100_000, 1, max),
    rules: integer(env, 'MAX_RULES', 20_000, 1, max),
    invitations: integer(env, 'MAX_INVITATIONS', 2_000, 1, max),
    /** webhooks of one account */
    webhooks: integer(env, 'MAX_WEBHOOKS', 20, 1, max),
    /** free disk space below which uploads are refused */
    minFreeDiskBytes: integer(env, 'MIN_FREE_DISK_BYTES', 256 * 1024 * 1024, 1, max),
  };
}
