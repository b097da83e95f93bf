import { useMessages } from '../i18n/locale.ts';

/** A button above a list that has new rows. It covers the edge of the list, so that no row moves. */
export function NewItemsButton({ count, onShow }: { count: number; onShow: () => void }) {
  const messages = useMessages();
  return (
    <div className="new-items" role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          {messages.app.newItems(count)}
        </button>
      )}
    </div>
  );
}
