import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Bounds,
  clampZoom,
  distance,
  doubleTapScale,
  noZoom,
  type Point,
  panBy,
  pinch,
  swipeStep,
  type Zoom,
  zoomAt,
} from './zoom.ts';

const maxTapMovePx = 10;
const maxDoubleTapMs = 300;
const maxDoubleTapPx = 40;
/** Per pixel of the wheel: a usual notch of 100 px changes the scale by a fifth. */
const wheelFactor = 0.002;

/** What the pointers did since one was put down or lifted the last time. */
interface Gesture {
  zoom: Zoom;
  from: Point[];
}

interface Tap extends Point {
  at: number;
}

/**
 * How a picture is enlarged and moved with fingers, mouse and wheel. A double tap enlarges, two fingers enlarge and move, one
 * finger moves an enlarged picture and otherwise swipes to another one.
 * @param frame the element whose `img` is the picture
 * @param onSwipe gets 1 for the next picture, -1 for the one before
 */
export function useZoom(frame: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void) {
  const [zoom, setZoom] = useState(noZoom);
  /** how far a swipe has moved the picture, in pixels */
  const [swipedPx, setSwipedPx] = useState(0);
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);
  const lastTap = useRef<Tap>(undefined);

  const change = (next: (zoom: Zoom, bounds: Bounds) => Zoom): void => {
    const bounds = boundsOf(frame.current);
    if (bounds) setZoom((before) => next(before, bounds));
  };
  const begin = (): void => {
    gesture.current = { zoom, from: [...pointers.current.values()] };
  };

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    setSwipedPx(0);
    begin();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (!pointers.current.has(event.pointerId) || !gesture.current) return;
    pointers.current.set(event.pointerId, pointOf(event));
    const { zoom: start, from } = gesture.current;
    const [one, other] = [...pointers.current.values()];
    const [fromOne, fromOther] = from;
    if (!one || !fromOne) return;
    if (other && fromOther) change((_zoom, bounds) => pinch(start, [fromOne, fromOther], [one, other], bounds));
    else if (start.scale > 1) change((_zoom, bounds) => panBy(start, difference(one, fromOne), bounds));
    else if (event.pointerType !== 'mouse') setSwipedPx(one.x - fromOne.x);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const point = pointOf(event);
    const isOnly = pointers.current.size === 1;
    if (!pointers.current.delete(event.pointerId)) return;
    const [from] = gesture.current?.from ?? [];
    const wasPinch = (gesture.current?.from.length ?? 0) > 1;
    setSwipedPx(0);
    begin();
    if (!isOnly || !from || wasPinch) return;
    if (distance(from, point) <= maxTapMovePx) onTap({ ...point, at: event.timeStamp });
    else if (zoom.scale === 1 && event.pointerType !== 'mouse') swipe(swipeStep(difference(point, from)));
  }

  function onPointerCancel({ pointerId }: PointerEvent<HTMLElement>): void {
    pointers.current.delete(pointerId);
    setSwipedPx(0);
    begin();
  }

  function onTap(tap: Tap): void {
    const last = lastTap.current;
    const isDouble = last && tap.at - last.at <= maxDoubleTapMs && distance(last, tap) <= maxDoubleTapPx;
    lastTap.current = isDouble ? undefined : tap;
    if (isDouble) change((before, bounds) => (before.scale > 1 ? noZoom : zoomAt(before, doubleTapScale, tap, bounds)));
  }

  const swipe = (step: 1 | -1 | 0): void => {
    if (step !== 0) onSwipe(step);
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault(); // with Ctrl, and with two fingers on a trackpad, the browser would enlarge the page
    const point = pointOf({ clientX: event.clientX, clientY: event.clientY, currentTarget: event.currentTarget as HTMLElement });
    change((before, bounds) => zoomAt(before, before.scale * Math.exp(-event.deltaY * wheelFactor), point, bounds));
  });
  useEffect(() => {
    const element = frame.current;
    const listen = (event: WheelEvent): void => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [frame]);

  const onResize = useEffectEvent(() => change(clampZoom));
  useEffect(() => {
    const listen = (): void => onResize();
    addEventListener('resize', listen);
    return () => removeEventListener('resize', listen);
  }, []);

  return {
    zoom,
    swipedPx,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    /** enlarges by a factor around the center */
    zoomBy: (factor: number): void => change((before, bounds) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }, bounds)),
    pan: (by: Point): void => change((before, bounds) => panBy(before, by, bounds)),
    reset: (): void => setZoom(noZoom),
  };
}

const difference = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });

/** The place of a pointer from the center of the element whose handler is called. */
function pointOf({ clientX, clientY, currentTarget }: { clientX: number; clientY: number; currentTarget: HTMLElement }): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function boundsOf(frame: HTMLElement | null): Bounds | undefined {
  const image = frame?.querySelector('img');
  if (!frame || !image) return undefined;
  return {
    frame: { width: frame.clientWidth, height: frame.clientHeight },
    picture: { width: image.naturalWidth, height: image.naturalHeight },
  };
}
