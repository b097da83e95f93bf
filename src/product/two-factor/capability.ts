import type { Capability } from '../../platform/capability/capability.ts';

export const twoFactor: Capability = { name: 'two-factor', tables: ['totp', 'recovery_codes'] };
