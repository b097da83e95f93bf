import { Text } from '@mantine/core';
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';

export interface SignatureFieldHandle {
  clear: () => void;
  /** shows the field, for example when the signature is missing */
  focus: () => void;
  /** @returns undefined when the browser cannot encode it */
  toPng: () => Promise<Blob | undefined>;
}

interface Props {
  ref: Ref<SignatureFieldHandle>;
  label: string;
  /** whether something is drawn */
  onChange: (isSigned: boolean) => void;
}

/** In pixels of the field, from its upper left corner. */
type Point = readonly [x: number, y: number];

const lineWidthPx = 2.5;
/** The picture has so many pixels for each of the field: it is printed. */
const pictureScale = 2;

/** A field in which a person signs with a finger, a pen or the mouse. */
export function SignatureField({ ref, label, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Point[][]>([]);
  /** the pointer that draws: the heel of a hand on the screen is another one */
  const pointer = useRef<number>(undefined);

  function redraw(): void {
    if (canvas.current) draw(canvas.current, strokes.current, devicePixelRatio);
  }
  // A phone that is turned changes the size of the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw() reads references only
  useEffect(() => {
    const observer = new ResizeObserver(redraw);
    if (canvas.current) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useImperativeHandle(ref, () => ({
    clear(): void {
      strokes.current = [];
      redraw();
      onChange(false);
    },
    focus: () => canvas.current?.focus(),
    toPng: () => (canvas.current ? encode(canvas.current, strokes.current) : Promise.resolve(undefined)),
  }));

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    if (pointer.current !== undefined || event.button !== 0) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([pointOf(event)]);
    redraw();
    onChange(true);
  }
  function move(event: PointerEvent<HTMLCanvasElement>): void {
    if (pointer.current !== event.pointerId) return;
    strokes.current.at(-1)?.push(pointOf(event));
    redraw();
  }
  function end({ pointerId }: PointerEvent<HTMLCanvasElement>): void {
    if (pointer.current === pointerId) pointer.current = undefined;
  }
  return (
    <div>
      <canvas
        ref={canvas}
        className="signature-field"
        role="img"
        tabIndex={-1}
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <Text size="sm" c="dimmed" aria-hidden>
        {label}
      </Text>
    </div>
  );
}

/** Black on white in every color scheme: the picture is printed. */
function draw(canvas: HTMLCanvasElement, strokes: readonly (readonly Point[])[], scale: number): void {
  const { clientWidth, clientHeight } = canvas;
  canvas.width = clientWidth * scale;
  canvas.height = clientHeight * scale;
  paint(canvas, strokes, scale);
}

function paint(canvas: HTMLCanvasElement, strokes: readonly (readonly Point[])[], scale: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.strokeStyle = '#111';
  context.lineWidth = lineWidthPx;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) {
    context.beginPath();
    for (const [x, y] of stroke) context.lineTo(x, y);
    const [first] = stroke;
    if (first && stroke.length === 1) context.lineTo(first[0], first[1]); // a dot
    context.stroke();
  }
}

async function encode({ clientWidth, clientHeight }: HTMLCanvasElement, strokes: readonly (readonly Point[])[]) {
  const picture = document.createElement('canvas');
  picture.width = clientWidth * pictureScale;
  picture.height = clientHeight * pictureScale;
  paint(picture, strokes, pictureScale);
  return new Promise<Blob | undefined>((resolve) => picture.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
