import type { DeadlineTexts } from './en.ts';

export const pl: DeadlineTexts = {
  takeBy: (time) => `Przyjąć do ${time}`,
  finishBy: (time) => `Wykonać do ${time}`,
  late: (duration) => `${duration} po terminie`,
  met: 'W terminie',
  missed: 'Wykonano po terminie',
  due: 'Termin',
  lateCount: (count) => `${count} po terminie`,
  onlyLate: 'Tylko po terminie',
  byDueTime: 'Najbliższy termin',
  byDefault: 'Domyślnie',
  nothingLate: 'Nic nie jest po terminie',
};
