import { type Static, Type } from 'typebox';

/** Labels of one file. */
export const maxLabels = 200;

const labelQuery = (what: string) =>
  Type.Object({
    ids: Type.String({
      pattern: '^[1-9][0-9]*(,[1-9][0-9]*)*$',
      maxLength: 11 * maxLabels,
      description: `Ids of ${what}, separated by commas, at most ${maxLabels}. Each must have a portal.`,
      examples: ['1,2,3'],
    }),
  });

export const LabelQuery = labelQuery('objects');
export const EquipmentLabelQuery = labelQuery('equipment');
export type LabelQuery = Static<typeof LabelQuery>;
