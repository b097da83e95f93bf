import type { Module } from '../../../platform/module/module.ts';
import { reportRoutes } from './routes.ts';

/** One ticket as a PDF file. */
export const report: Module = { name: 'report', routes: reportRoutes };
