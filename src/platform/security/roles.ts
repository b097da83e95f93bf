export const roles = ['worker', 'admin', 'client'] as const;
export type Role = (typeof roles)[number];
