import type { Module } from '../../../platform/module/module.ts';
import { privacyRoutes } from './routes.ts';

/** What is kept about a person: to take away, and without a name (docs/privacy.md). */
export const privacy: Module = { name: 'privacy', routes: privacyRoutes };
