export const en = {
  takeBy: (time: string) => `Take by ${time}`,
  finishBy: (time: string) => `Finish by ${time}`,
  late: (duration: string) => `${duration} late`,
  met: 'On time',
  missed: 'Finished late',
  due: 'Due',
  lateCount: (count: number) => `${count} late`,
  onlyLate: 'Late only',
  byDueTime: 'Due first',
  byDefault: 'Default order',
  nothingLate: 'Nothing is late',
};

export type DeadlineTexts = typeof en;
