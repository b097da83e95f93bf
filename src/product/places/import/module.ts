import type { Module } from '../../../platform/module/module.ts';
import { importRoutes } from './routes.ts';

/** Workers and objects from files. */
export const importing: Module = { name: 'import', routes: importRoutes };
