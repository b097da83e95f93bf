import type { Module } from '../../../platform/module/module.ts';
import { thumbRoutes } from './routes.ts';

/** Small versions of photos. */
export const thumbs: Module = { name: 'thumbs', routes: thumbRoutes };
