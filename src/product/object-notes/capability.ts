import type { Capability } from '../../platform/capability/capability.ts';
import { objectNoteRoutes } from './routes.ts';

/** How to get into an object. */
export const objectNotes: Capability = { name: 'object-notes', tables: ['object_notes'], routes: objectNoteRoutes };
