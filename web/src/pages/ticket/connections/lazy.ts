import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page, which is complete without them.

export const EditButton = lazyPart(async () => (await import('./edit-button.tsx')).EditButton);
export const TicketTags = lazyPart(async () => (await import('./ticket-tags.tsx')).TicketTags);
export const AddLinkButton = lazyPart(async () => (await import('./ticket-links.tsx')).AddLinkButton);
export const TicketLinks = lazyPart(async () => (await import('./ticket-links.tsx')).TicketLinks);
export const TicketEquipment = lazyPart(async () => (await import('./ticket-equipment.tsx')).TicketEquipment);
