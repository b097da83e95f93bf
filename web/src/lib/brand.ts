import { createStore, useStore } from './create-store.ts';

/** The name and the picture of the installation; those of the product until pages/settings/branding.ts has read them. */
export const brand = createStore({ name: 'Callout', logo: '/app/icon.svg' });

export const useBrand = () => useStore(brand);
