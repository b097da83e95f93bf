import type { Module } from '../../../platform/module/module.ts';
import { mcpRoutes } from './routes.ts';

/** The Model Context Protocol: operations as tools of language models (docs/mcp.md). */
export const mcp: Module = { name: 'mcp', routes: mcpRoutes };
