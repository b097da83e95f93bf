import type { Capability } from '../../platform/capability/capability.ts';

export const mail: Capability = { name: 'mail' };
