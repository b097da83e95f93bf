import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/invalidation.ts';
import { useApiQuery } from '../../api/queries.ts';
import { isStatus } from '../../http/errors.ts';
import { type PushState, readPushState, subscribe, unsubscribe } from '../../push/push-state.ts';

const queryKey = ['push state'];

/** `unavailable`: the operator has not set it up; undefined until it is known. */
export function usePushState(): PushState | 'unavailable' | undefined {
  const key = useApiQuery('GET /ext/push/key');
  // The permission can change in the settings of the browser, so it is read again when its window gets the focus.
  const { data } = useQuery({ queryKey, queryFn: readPushState, staleTime: 0 });
  if (isStatus(key.error, 404)) return 'unavailable';
  return key.isPending ? undefined : data;
}

/** Subscribes this browser, or ends that. */
export function usePushSwitch(onChange: (state: PushState) => void = () => {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? subscribe() : unsubscribe()),
    onSuccess: (state) => {
      client.setQueryData(queryKey, state);
      onChange(state);
    },
    onSettled: () => invalidate(client, 'GET /ext/notifications/preferences'),
  });
}
