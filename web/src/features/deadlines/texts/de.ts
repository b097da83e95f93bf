import type { DeadlineTexts } from './en.ts';

export const de: DeadlineTexts = {
  takeBy: (time) => `Übernehmen bis ${time}`,
  finishBy: (time) => `Fertig bis ${time}`,
  late: (duration) => `${duration} überfällig`,
  met: 'Pünktlich',
  missed: 'Verspätet erledigt',
  due: 'Fällig',
  lateCount: (count) => `${count} überfällig`,
  onlyLate: 'Nur überfällige',
  byDueTime: 'Zuerst fällige',
  byDefault: 'Standard',
  nothingLate: 'Nichts ist überfällig',
};
