import { lazyPart } from '../../../ui/lazy-part.tsx';

// Loaded after the page, which is complete without them.

export const CostsPanel = lazyPart(async () => (await import('./costs-panel.tsx')).CostsPanel);
export const OpenQuote = lazyPart(async () => (await import('./quotes.tsx')).OpenQuote);
export const CostFacts = lazyPart(async () => (await import('./cost-facts.tsx')).CostFacts);
export const QuotesToAnswer = lazyPart(async () => (await import('./quotes-to-answer.tsx')).QuotesToAnswer);
