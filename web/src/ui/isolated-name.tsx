/** A name in a sentence: bidirectional controls in it, which users choose, do not reverse the words after it. */
export function IsolatedName({ name }: { name: string }) {
  return (
    <bdi>
      <b>{name}</b>
    </bdi>
  );
}
