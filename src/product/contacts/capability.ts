import type { Capability } from '../../platform/capability/capability.ts';
import { contactRoutes } from './routes.ts';

/** Whom to call about a ticket. */
export const contacts: Capability = { name: 'contacts', routes: contactRoutes };
