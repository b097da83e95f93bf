import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../dialog.tsx';
import { type ShortcutName, shortcutKeys } from './shortcut-keys.ts';

interface Props {
  names: ShortcutName[];
  onClose: () => void;
}

/** The shortcuts that the user has, with their keys. */
export function ShortcutSheet({ names, onClose }: Props) {
  const messages = useMessages();
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <dl className="shortcuts">
        {names.map((name) => (
          <div key={name}>
            <dt>
              {shortcutKeys[name].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{messages.shortcuts.names[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{messages.shortcuts.offHint}</p>
    </Dialog>
  );
}
