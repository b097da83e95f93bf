import type { Module } from '../../../platform/module/module.ts';
import { statementRoutes } from './routes.ts';

/** What a client's tickets cost in a month as a PDF file, and all lines of cost for accounting programs. */
export const statements: Module = { name: 'statements', routes: statementRoutes };
