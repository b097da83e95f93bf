import type { Capability } from '../../platform/capability/capability.ts';
import { mcpRoutes } from './routes.ts';

/** The Model Context Protocol: operations as tools of language models (docs/mcp.md). */
export const mcp: Capability = { name: 'mcp', routes: mcpRoutes };
