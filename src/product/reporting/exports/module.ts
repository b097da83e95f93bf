import type { Module } from '../../../platform/module/module.ts';
import { exportRoutes } from './routes.ts';

/** Lists of tickets as files for spreadsheets. */
export const exports: Module = { name: 'exports', routes: exportRoutes };
