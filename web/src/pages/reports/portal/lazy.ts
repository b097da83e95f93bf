import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded when they are opened first.

export const PortalDialog = lazyPart(async () => (await import('./portal-dialog.tsx')).PortalDialog);
export const LabelsDialog = lazyPart(async () => (await import('./labels-dialog.tsx')).LabelsDialog);
