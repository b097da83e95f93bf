import { useMessages } from '../i18n/locale.ts';

interface Props {
  label: string;
  name: string;
  detail?: string;
  onChange: () => void;
}

/** The selected item of a picker, with a button to select another one. */
export function SelectedItem({ label, name, detail, onChange }: Props) {
  const messages = useMessages();
  return (
    <div className="selected-item">
      <div>
        <p className="legend">{label}</p>
        <b>{name}</b>
        {detail && <p className="muted small">{detail}</p>}
      </div>
      <button type="button" className="text-button" onClick={onChange}>
        {messages.create.changeSelection}
      </button>
    </div>
  );
}
