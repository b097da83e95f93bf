import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  type Bounds,
  clampZoom,
  fittedSize,
  maxScale,
  noZoom,
  type Point,
  panBy,
  pinch,
  swipeStep,
  type Zoom,
  zoomAt,
} from '../../web/src/ui/picture-viewer/zoom.ts';

/** A phone with a photo that was taken lying: 390 by 292.5 pixels without zoom. */
const bounds: Bounds = { frame: { width: 390, height: 700 }, picture: { width: 1600, height: 1200 } };

const aPoint = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) });
const aScale = fc.double({ min: 0.01, max: 100, noNaN: true });
const aSize = fc.record({ width: fc.integer({ min: 1, max: 5_000 }), height: fc.integer({ min: 1, max: 5_000 }) });
const someBounds = fc.record({ frame: aSize, picture: aSize });

const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one));

/** Whether the picture covers the frame, or is centered where it is smaller. */
function isInPlace({ scale, x, y }: Zoom, { frame, picture }: Bounds): boolean {
  const fitted = fittedSize({ frame, picture });
  const isCovered = (size: number, length: number, center: number): boolean => {
    if (size * scale <= length + 1e-6) return isClose(center, 0);
    return center - (size * scale) / 2 <= -length / 2 + 1e-6 && center + (size * scale) / 2 >= length / 2 - 1e-6;
  };
  return isCovered(fitted.width, frame.width, x) && isCovered(fitted.height, frame.height, y);
}

it('fittedSize keeps the proportions of the picture and fills one side of the frame', () => {
  assert.deepEqual(fittedSize(bounds), { width: 390, height: 292.5 });
  assert.deepEqual(fittedSize({ ...bounds, picture: { width: 100, height: 400 } }), { width: 175, height: 700 });
  assert.deepEqual(fittedSize({ ...bounds, picture: { width: 0, height: 0 } }), bounds.frame, 'before the picture is loaded');
});

it('maxScale shows a pixel of the file on two pixels, and allows four times for small pictures', () => {
  assert.equal(maxScale(bounds), 3200 / 390);
  assert.equal(maxScale({ ...bounds, picture: { width: 240, height: 180 } }), 4);
});

it('clampZoom never leaves a gap at an edge, whatever it is given', () => {
  fc.assert(
    fc.property(someBounds, aPoint, aScale, (random, point, scale) => {
      const zoom = clampZoom({ scale, ...point }, random);
      return zoom.scale >= 1 && zoom.scale <= maxScale(random) && isInPlace(zoom, random);
    }),
  );
});

it('clampZoom changes nothing that it returned', () => {
  fc.assert(
    fc.property(someBounds, aPoint, aScale, (random, point, scale) => {
      const once = clampZoom({ scale, ...point }, random);
      assert.deepEqual(clampZoom(once, random), once);
    }),
  );
});

it('zoomAt keeps the part of the picture under the point under it', () => {
  const point = { x: 60, y: 20 };
  const zoom = zoomAt(zoomAt(noZoom, 3, point, bounds), 5, point, bounds);
  assert.equal(zoom.scale, 5);
  const under = ({ scale, x, y }: Zoom, at: Point): Point => ({ x: (at.x - x) / scale, y: (at.y - y) / scale });
  assert(isClose(under(zoom, point).x, 60));
  assert(isClose(under(zoom, point).y, 20));
  assert.deepEqual(zoomAt(zoom, 0.5, point, bounds), noZoom, 'the smallest scale shows the whole picture in the middle');
});

it('panBy moves an enlarged picture up to its edge, and a whole one not at all', () => {
  const zoom = zoomAt(noZoom, 2, { x: 0, y: 0 }, bounds);
  assert.deepEqual(panBy(zoom, { x: 50, y: 50 }, bounds), { scale: 2, x: 50, y: 0 });
  assert.deepEqual(panBy(zoom, { x: -1_000, y: 0 }, bounds), { scale: 2, x: -195, y: 0 });
  assert.deepEqual(panBy(noZoom, { x: 50, y: 50 }, bounds), noZoom);
});

it('pinch enlarges by the distance of the fingers and follows their middle', () => {
  const from: [Point, Point] = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ];
  const apart: [Point, Point] = [
    { x: -150, y: 0 },
    { x: 150, y: 0 },
  ];
  assert.deepEqual(pinch(noZoom, from, apart, bounds), { scale: 3, x: 0, y: 0 });
  const moved: [Point, Point] = [
    { x: -120, y: 0 },
    { x: 180, y: 0 },
  ];
  assert.deepEqual(pinch(noZoom, from, moved, bounds), { scale: 3, x: 30, y: 0 });
  assert.deepEqual(pinch({ scale: 3, x: 30, y: 0 }, apart, from, bounds), noZoom);
  assert.deepEqual(pinch(noZoom, [from[0], from[0]], apart, bounds), noZoom, 'two fingers at one point');
  const aside = pinch(
    { scale: 4, x: -40, y: 40 },
    [
      { x: 10, y: -40 },
      { x: 10, y: 60 },
    ],
    [
      { x: 15, y: -35 },
      { x: 15, y: 85 },
    ],
    bounds,
  );
  // 15 - (10 + 40) * 1.2 and 25 - (10 - 40) * 1.2
  assert(isClose(aside.scale, 4.8) && isClose(aside.x, -45) && isClose(aside.y, 61), JSON.stringify(aside));
});

it('swipeStep tells a swipe to a side from a tap and from a movement up or down', () => {
  assert.equal(swipeStep({ x: -80, y: 10 }), 1);
  assert.equal(swipeStep({ x: 80, y: -30 }), -1);
  assert.equal(swipeStep({ x: 30, y: 0 }), 0);
  assert.equal(swipeStep({ x: -80, y: 60 }), 0);
});
