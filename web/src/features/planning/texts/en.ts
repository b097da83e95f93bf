export const en = {
  onHold: 'On hold',
  reasons: { part: 'part', access: 'access', quote: 'quote', weather: 'weather', other: 'other reason' },
  until: (time: string) => `until ${time}`,
  appointment: 'Appointment',
  appointmentWas: 'Appointment was',
  answers: { accepted: 'Accepted by the reporter', declined: 'Declined by the reporter' },
  declined: 'declined',
};

export type PlanningTexts = typeof en;
