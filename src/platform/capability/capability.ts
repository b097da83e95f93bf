import type { NotificationListener } from '../database/listen.ts';
import type { DeliveryHandlers } from '../deliveries/worker.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Api } from '../http/typebox-app.ts';
import type { Job } from '../jobs/job-scheduler.ts';
import type { Deps } from './deps.ts';
import type { Subscription } from './events.ts';

export type RouteDeps = Deps & { rateLimiter: RateLimiter };
export type BackgroundDeps = Deps & { notifications: NotificationListener };

/**
 * A part of the product: one folder that registers here all that it adds to the service. It is put in or
 * taken out by one line of src/capabilities.ts.
 */
export interface Capability {
  name: string;
  /** for the backup; declared as types in the folder's tables.ts */
  tables?: readonly string[];
  /** operations of the API */
  routes?: (api: Api, deps: RouteDeps) => void | Promise<void>;
  /** what is done every so often */
  jobs?: (deps: Deps) => Job[];
  /** who sends the deliveries of its queues */
  deliveryHandlers?: (deps: Deps) => Partial<DeliveryHandlers>;
  /** events of other capabilities that are to be delivered here */
  subscriptions?: readonly Subscription[];
  /** parts of the service that can be in trouble */
  healthChecks?: (deps: Deps) => HealthCheck[];
  /** figures that are read when `/metrics` is */
  gauges?: (deps: Deps) => void;
  /** what runs for as long as the service does */
  start?: (deps: BackgroundDeps) => { stop(): Promise<void> };
}
