import { useWords } from '../words/index.ts';

/** Says that there is more, over the list: nothing below moves while a thumb is on its way. */
export function FreshNote({ count, onShow }: { count: number; onShow: () => void }) {
  const words = useWords();
  return (
    <div className="fresh" role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          {words.app.newRows(count)}
        </button>
      )}
    </div>
  );
}
