import { lazyPart } from '../../ui/lazy-part.tsx';

/** Loaded after the form, which is complete without it. */
export const EquipmentField = lazyPart(async () => (await import('./equipment-field.tsx')).EquipmentField);
