import { type ReactElement, type ReactNode, type Ref, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-label': string;
  'aria-expanded': boolean;
  popoverTarget: string;
}

interface Props {
  /** the accessible name of the button and of what it opens */
  label: string;
  /** draws the button */
  button: (props: TriggerProps) => ReactElement;
  children: (close: () => void) => ReactNode;
  /** in a modal dialog everything outside of it is inert */
  isInDialog?: boolean;
}

const gapPx = 6;
const marginPx = 12;

/** A button that opens a native popover beside it: the browser closes it with Escape or a click elsewhere. */
export function PopoverButton({ label, button: draw, children, isInDialog = false }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('input, button, a')?.focus({ preventScroll: true });
  }, [isOpen]);
  function onToggle({ newState, target }: ToggleEvent): void {
    if (target !== panel.current) return; // React passes the event of a popover within this one on
    setOpen(newState === 'open');
    if (newState === 'open' && button.current && panel.current) placeBeside(button.current, panel.current);
  }
  const popover = (
    <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className="popover" onToggle={onToggle}>
      {isOpen && children(() => panel.current?.hidePopover())}
    </div>
  );
  return (
    <>
      {draw({ ref: button, 'aria-label': label, 'aria-expanded': isOpen, popoverTarget: id })}
      {isInDialog ? popover : createPortal(popover, document.body)}
    </>
  );
}

/** Puts the panel below the button, or above it where there is more room. */
function placeBeside(button: HTMLElement, panel: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isBelow = below >= top;
  // With the width of the window as a variable the panel stays inside when a phone is turned.
  panel.style.left = `max(${marginPx}px, min(${left}px, 100vw - ${panel.offsetWidth + marginPx}px))`;
  panel.style.top = isBelow ? `${bottom + gapPx}px` : 'auto';
  panel.style.bottom = isBelow ? 'auto' : `${innerHeight - top + gapPx}px`;
  panel.style.maxHeight = `${Math.max(below, top) - gapPx - marginPx}px`;
}
