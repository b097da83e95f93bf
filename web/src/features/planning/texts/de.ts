import type { PlanningTexts } from './en.ts';

export const de: PlanningTexts = {
  onHold: 'Pausiert',
  reasons: { part: 'Ersatzteil', access: 'Zugang', quote: 'Angebot', weather: 'Wetter', other: 'anderer Grund' },
  until: (time) => `bis ${time}`,
  appointment: 'Termin',
  appointmentWas: 'Termin war',
  answers: { accepted: 'Von der meldenden Person angenommen', declined: 'Von der meldenden Person abgelehnt' },
  declined: 'abgelehnt',
};
