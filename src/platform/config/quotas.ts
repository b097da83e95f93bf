// What one account may use, so that it cannot use up what all share. Generous: legitimate use does not meet it.

/** The settings, by the names that operators know, with their defaults. */
const settings = {
  /** accounts that a client creates within an hour */
  accountsPerHour: { name: 'MAX_ACCOUNTS_PER_HOUR', default: 100 },
  /** uploads of an account that are received at the same time; further ones wait for their turn */
  uploads: { name: 'MAX_UPLOADS', default: 8 },
  /** streams of live updates of an account on one instance; a further one ends the oldest */
  liveStreams: { name: 'MAX_LIVE_STREAMS', default: 10 },
  /** projects, objects, rules and open invitations of a client */
  projects: { name: 'MAX_PROJECTS', default: 1_000 },
  objects: { name: 'MAX_OBJECTS', default: 20_000 },
  rules: { name: 'MAX_RULES', default: 20_000 },
  invitations: { name: 'MAX_INVITATIONS', default: 2_000 },
  /** bytes on the disk of uploads below which none is received */
  freeDiskBytes: { name: 'MIN_FREE_DISK_BYTES', default: 256 * 1024 * 1024 },
} as const;

export type Quotas = Record<keyof typeof settings, number>;

/** @param integer reads the setting of a name, or its default */
export function readQuotas(integer: (name: string, fallback: number) => number): Quotas {
  const entries = Object.entries(settings).map(([key, { name, default: fallback }]) => [key, integer(name, fallback)]);
  return Object.fromEntries(entries) as Quotas;
}
