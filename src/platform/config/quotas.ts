import { type Environment, integer } from './parse-setting.ts';

/** Limits per account, so that one account cannot exhaust shared resources. */
export function quotas(env: Environment) {
  return {
    /** accounts that one client creates per hour */
    accountsPerHour: integer(env, 'MAX_ACCOUNTS_PER_HOUR'),
    /** concurrent uploads of an account; further ones are queued */
    uploads: integer(env, 'MAX_UPLOADS'),
    /** live update streams of an account on one instance; a further one closes the oldest */
    liveStreams: integer(env, 'MAX_LIVE_STREAMS'),
    /** comments that one account writes per hour */
    commentsPerHour: integer(env, 'MAX_COMMENTS_PER_HOUR'),
    /** reports of people without an account: from one network in an hour, and of one object in 24 hours */
    reportsPerNetwork: integer(env, 'MAX_REPORTS_PER_NETWORK'),
    reportsPerObject: integer(env, 'MAX_REPORTS_PER_OBJECT'),
    /** rows of one client: projects, objects, equipment, recurring rules and open invitations */
    projects: integer(env, 'MAX_PROJECTS'),
    objects: integer(env, 'MAX_OBJECTS'),
    equipment: integer(env, 'MAX_EQUIPMENT'),
    rules: integer(env, 'MAX_RULES'),
    invitations: integer(env, 'MAX_INVITATIONS'),
    /** webhooks of one account */
    webhooks: integer(env, 'MAX_WEBHOOKS'),
    /** free disk space below which uploads are refused */
    minFreeDiskBytes: integer(env, 'MIN_FREE_DISK_BYTES'),
  };
}
