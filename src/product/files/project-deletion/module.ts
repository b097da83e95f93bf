import type { Module } from '../../../platform/module/module.ts';
import { projectDeletionRoutes } from './routes.ts';

/** Apart from projects, since it deletes tickets and their files. */
export const projectDeletion: Module = { name: 'project-deletion', routes: projectDeletionRoutes };
