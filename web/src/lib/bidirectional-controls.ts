/** Embeddings, overrides and isolates, which would reverse the words after a name in a sentence that is one text. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;

/** @returns a name for a sentence that is one text */
export const withoutBidirectionalControls = (name: string): string => name.replaceAll(controls, '');
