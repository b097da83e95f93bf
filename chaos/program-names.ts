/** The programs, each a file of this folder. `.github/workflows/nightly.yml` runs all of them. */
export const programNames = [
  'crash',
  'races',
  'model',
  'fuzz',
  'scheduler',
  'notify',
  'intake',
  'webhooks',
  'rolling',
  'upgrade',
  'move',
  'failover',
  'connection-loss',
  'slow-clients',
  'noisy-neighbours',
  'soak',
];
