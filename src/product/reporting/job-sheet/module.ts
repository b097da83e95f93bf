import type { Module } from '../../../platform/module/module.ts';
import { jobSheetRoutes } from './routes.ts';

/** One ticket as a PDF file. */
export const jobSheet: Module = { name: 'job-sheet', routes: jobSheetRoutes };
