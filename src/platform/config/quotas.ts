// Limits per account, so that one account cannot exhaust shared resources.

/** The environment variables of the quotas, with their defaults. */
const settings = {
  /** accounts that one client creates per hour */
  accountsPerHour: { name: 'MAX_ACCOUNTS_PER_HOUR', default: 100 },
  /** concurrent uploads of an account; further ones are queued */
  uploads: { name: 'MAX_UPLOADS', default: 8 },
  /** live update streams of an account on one instance; a further one closes the oldest */
  liveStreams: { name: 'MAX_LIVE_STREAMS', default: 10 },
  /** rows of one client: projects, objects, recurring rules and open invitations */
  projects: { name: 'MAX_PROJECTS', default: 1_000 },
  objects: { name: 'MAX_OBJECTS', default: 20_000 },
  rules: { name: 'MAX_RULES', default: 20_000 },
  invitations: { name: 'MAX_INVITATIONS', default: 2_000 },
  /** free disk space below which uploads are refused */
  minFreeDiskBytes: { name: 'MIN_FREE_DISK_BYTES', default: 256 * 1024 * 1024 },
} as const;

export type Quotas = Record<keyof typeof settings, number>;

/** Reads the quotas. @param integer reads an environment variable, or returns the fallback */
export function readQuotas(integer: (name: string, fallback: number) => number): Quotas {
  const entries = Object.entries(settings).map(([key, { name, default: fallback }]) => [key, integer(name, fallback)]);
  return Object.fromEntries(entries) as Quotas;
}
