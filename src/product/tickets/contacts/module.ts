import type { Module } from '../../../platform/module/module.ts';
import { contactRoutes } from './routes.ts';

/** Whom to call about a ticket. */
export const contacts: Module = { name: 'contacts', routes: contactRoutes };
