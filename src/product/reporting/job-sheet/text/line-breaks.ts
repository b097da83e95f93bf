import LineBreaker from 'linebreak';

/** Languages that are written without blanks between words. */
const withoutBlanks = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** The places at which a line may end, by the line breaking algorithm (UAX 14), and the end of the text. */
export function* lineBreaks(text: string): Generator<number> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const part = text.slice(start, found.position);
    if (withoutBlanks.test(part)) yield* wordEnds(part, start);
    else yield found.position;
    start = found.position;
  }
}

function* wordEnds(part: string, offset: number): Generator<number> {
  let last = 0;
  for (const { index, segment, isWordLike } of words.segment(part)) {
    if (isWordLike && index > 0) yield offset + index;
    last = index + segment.length;
  }
  yield offset + last;
}
