/** The screens of the set-up, in their order. */
export const startSteps = ['address', 'mail', 'buildings', 'people', 'device'] as const;
export type StartStep = (typeof startSteps)[number];

export const isStartStep = (name: unknown): name is StartStep => startSteps.some((step) => step === name);
