import type { PlanningTexts } from './en.ts';

export const pl: PlanningTexts = {
  onHold: 'Wstrzymane',
  reasons: { part: 'część', access: 'dostęp', quote: 'wycena', weather: 'pogoda', other: 'inny powód' },
  until: (time) => `do ${time}`,
  appointment: 'Wizyta',
  appointmentWas: 'Wizyta była',
  answers: { accepted: 'Przyjęta przez osobę zgłaszającą', declined: 'Odrzucona przez osobę zgłaszającą' },
  declined: 'odrzucona',
};
