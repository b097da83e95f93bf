/** A `ref` that focuses a field when it appears, for instance in the next step of a dialog. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
