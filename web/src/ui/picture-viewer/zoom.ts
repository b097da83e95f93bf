// The geometry of a picture in a frame: how far it is enlarged and moved, as pure functions. Points are in CSS pixels, measured
// from the center of the frame.

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** An enlargement: 1 fits the picture into the frame, and `x` and `y` move its center. */
export interface Zoom extends Point {
  scale: number;
}

/** The frame, and the picture in pixels of its file. */
export interface Bounds {
  frame: Size;
  picture: Size;
}

export const noZoom: Zoom = { scale: 1, x: 0, y: 0 };

/** The scale of a double tap. */
export const doubleTapScale = 2.5;
const minMaxScale = 4;
/** A pixel of the file is never shown larger than this, in CSS pixels, unless the picture is small. */
const maxPixelSize = 2;
const minSwipePx = 50;

/** The size at which the whole picture fits into the frame. */
export function fittedSize({ frame, picture }: Bounds): Size {
  if (picture.width <= 0 || picture.height <= 0) return frame;
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** How far a picture can be enlarged. */
export function maxScale(bounds: Bounds): number {
  const { width } = fittedSize(bounds);
  return width > 0 ? Math.max(minMaxScale, (bounds.picture.width * maxPixelSize) / width) : minMaxScale;
}

/** Keeps the scale between its limits, and the frame filled: no edge of the picture moves further in than it has to. */
export function clampZoom({ scale, x, y }: Zoom, bounds: Bounds): Zoom {
  const allowed = clamp(scale, 1, maxScale(bounds));
  const fitted = fittedSize(bounds);
  const overlap = (size: number, frame: number): number => Math.max(0, (size * allowed - frame) / 2);
  const maxX = overlap(fitted.width, bounds.frame.width);
  const maxY = overlap(fitted.height, bounds.frame.height);
  return { scale: allowed, x: clamp(x, -maxX, maxX), y: clamp(y, -maxY, maxY) };
}

/** Changes the scale; the part of the picture under `point` stays under it, as far as the limits allow. */
export function zoomAt(zoom: Zoom, scale: number, point: Point, bounds: Bounds): Zoom {
  const allowed = clamp(scale, 1, maxScale(bounds));
  const ratio = allowed / zoom.scale;
  const x = point.x - (point.x - zoom.x) * ratio;
  const y = point.y - (point.y - zoom.y) * ratio;
  return clampZoom({ scale: allowed, x, y }, bounds);
}

/** Moves an enlarged picture. */
export const panBy = (zoom: Zoom, { x, y }: Point, bounds: Bounds): Zoom =>
  clampZoom({ scale: zoom.scale, x: zoom.x + x, y: zoom.y + y }, bounds);

/** Two fingers that were put on the picture at `from` and are at `to` now; `zoom` is that of the beginning. */
export function pinch(zoom: Zoom, from: readonly [Point, Point], to: readonly [Point, Point], bounds: Bounds): Zoom {
  const before = distance(...from);
  if (before === 0) return zoom;
  const start = middle(...from);
  const end = middle(...to);
  const scaled = clamp((zoom.scale * distance(...to)) / before, 1, maxScale(bounds));
  const ratio = scaled / zoom.scale;
  const x = end.x - (start.x - zoom.x) * ratio;
  const y = end.y - (start.y - zoom.y) * ratio;
  return clampZoom({ scale: scaled, x, y }, bounds);
}

/**
 * Which picture a swipe of one finger leads to.
 * @param moved from where the finger was put down to where it was lifted
 * @returns 1 for the next one, -1 for the one before, 0 when it was no swipe to a side
 */
export function swipeStep({ x, y }: Point): 1 | -1 | 0 {
  if (Math.abs(x) < minSwipePx || Math.abs(x) <= 2 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
