import { Gauge, type Registry } from 'prom-client';
import { certificateMetric, diskFreeMetric, lastBackupMetric } from '../metrics/metrics.ts';

/** What `/health` says of what will hurt later. What cannot be known is null, or missing among the certificates. */
export interface Outlook {
  disk_free_bytes?: number | null;
  last_backup_at?: string | null;
  /** when they end, by what the settings call their servers */
  certificates?: Record<string, string>;
}

/** Reads it from the gauges of /metrics, so that both say the same. A process that has not registered them says nothing. */
export async function readOutlook(registry: Registry): Promise<Outlook> {
  const [disk, backup, certificates] = await Promise.all(
    [diskFreeMetric, lastBackupMetric, certificateMetric].map((name) => valuesOf(registry, name)),
  );
  return {
    ...(disk && { disk_free_bytes: disk[0]?.value ?? null }),
    ...(backup && { last_backup_at: backup[0] ? isoOf(backup[0].value) : null }),
    ...(certificates && {
      certificates: Object.fromEntries(certificates.map(({ labels, value }) => [String(labels['endpoint']), isoOf(value)])),
    }),
  };
}

const isoOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

async function valuesOf(registry: Registry, name: string) {
  const metric = registry.getSingleMetric(name);
  return metric instanceof Gauge ? (await metric.get()).values : undefined;
}
