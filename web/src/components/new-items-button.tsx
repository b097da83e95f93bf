import { useMessages } from '../i18n/locale.ts';

/** Says that there is more, over the list: nothing below moves while a thumb is on its way. */
export function NewItemsButton({ count, onShow }: { count: number; onShow: () => void }) {
  const messages = useMessages();
  return (
    <div className="new-items" role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          {messages.app.newRows(count)}
        </button>
      )}
    </div>
  );
}
