import type { QueryName } from '../../api/client.ts';
import { useApiMutation } from '../../api/queries.ts';
import type { Building } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';

/** What shows the name, the address or the state of an object. */
export const objectReads: QueryName[] = ['GET /projects/{id}/objects', 'GET /ext/objects', 'GET /ext/objects/{id}'];

/** Disables or enables an object, which can be undone. */
export function useObjectSwitch({ id, name, is_active: isActive }: Building) {
  const messages = useMessages();
  const params = { id };
  const change = useApiMutation('PATCH /objects/{id}', { invalidates: objectReads });
  function toggle(): void {
    const undo = (): void => change.mutate({ params, body: { is_active: isActive } });
    const text = isActive ? messages.project.off(isolateName(name)) : messages.project.on(isolateName(name));
    change.mutate({ params, body: { is_active: !isActive } }, { onSuccess: () => showToast({ text, undo }) });
  }
  return { toggle, isChanging: change.isPending };
}
