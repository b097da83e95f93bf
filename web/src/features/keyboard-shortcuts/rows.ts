// The rows of the shown list, found on the page: each list marks the link that opens its row.

const links = '.card-link';
const rows = 'tr, .card, .board-card, .list-rows > li';

const isVisible = (element: HTMLElement): boolean => element.checkVisibility();

/** The row that has the focus or is open beside the list. */
export function currentRow(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>(rows);
  return focused ?? document.querySelector<HTMLElement>(`:is(${rows})[aria-current=true]`) ?? undefined;
}

/**
 * Moves the focus to another row, and opens it when a ticket is open beside the list.
 * @param step 1 for the next row, -1 for the previous one
 */
export function moveToRow(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(links)].filter(isVisible);
  const current = all.findIndex((link) => currentRow()?.contains(link));
  const next = current === -1 ? all.at(step === 1 ? 0 : -1) : all[current + step];
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  if (document.querySelector('.drawer')) next.click();
}

/** The button for an operation: that of the row with the focus, else that of the selection or of the ticket that is open. */
function buttonFor(key: string, scope: ParentNode): HTMLElement | undefined {
  const found = scope.querySelectorAll<HTMLButtonElement>(`[aria-keyshortcuts=${key}]`);
  return [...found].find((button) => isVisible(button) && !button.disabled);
}

/** Presses the button that has a key, and first selects the row with the focus where only the selection has the button. */
export function pressButton(key: string): void {
  const focused = document.activeElement?.closest<HTMLElement>(rows);
  const button = (focused && buttonFor(key, focused)) ?? buttonFor(key, document);
  button?.click();
  if (button || key !== 'A') return;
  const box = focused?.querySelector<HTMLInputElement>('.select-box input:not(:checked)');
  if (!box) return;
  box.click();
  requestAnimationFrame(() => buttonFor(key, document)?.click());
}
