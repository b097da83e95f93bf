import type { Capability } from '../../platform/capability/capability.ts';

export const apiTokens: Capability = { name: 'api-tokens', tables: ['api_tokens'] };
