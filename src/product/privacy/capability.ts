import type { Capability } from '../../platform/capability/capability.ts';
import { privacyRoutes } from './routes.ts';

/** What is kept about a person: to take away, and without a name (docs/privacy.md). */
export const privacy: Capability = { name: 'privacy', routes: privacyRoutes };
