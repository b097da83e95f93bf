import type { Capability } from '../../platform/capability/capability.ts';
import { statementRoutes } from './routes.ts';

/** What a client's tickets cost in a month as a PDF file, and all lines of cost for accounting programs. */
export const statements: Capability = { name: 'statements', routes: statementRoutes };
