import { useMessages } from '../i18n/locale.ts';

interface Props {
  label: string;
  name: string;
  detail?: string;
  onChange: () => void;
}

/** The selected item of a picker, with a button to select another one. */
export function PickerSelection({ label, name, detail, onChange }: Props) {
  const messages = useMessages();
  return (
    <div className="picker-selection">
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
