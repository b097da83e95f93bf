import { Button, Group, Stack, Text } from '@mantine/core';
import { lazyRouteComponent, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Operation } from '../../contract/lifecycle.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useTicketChanges } from '../../features/assigning/use-ticket-changes.ts';
import { useShortcutHints } from '../../features/keyboard-shortcuts/use-shortcut-hints.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { useMessages } from '../../i18n/locale.ts';
import { sendHeldOperation } from '../../offline-queue/processing.ts';
import { useShownOperations } from '../../offline-queue/shown-items.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { AddPhotosButton } from './add-photos-button.tsx';
import { allowedTransitions, canUploadPhoto } from './allowed-transitions.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { HoldButton } from './planning/hold-button.tsx';
import { QueuedOperations } from './queued-operations.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { pausable, useChangedJustNow } from './use-changed-just-now.ts';
import { canWaitOffline, useTicketOperation } from './use-ticket-operation.ts';

const CameraScreen = lazyRouteComponent(() => import('./camera-screen.tsx'), 'CameraScreen');

const withShortcut = ['assign', 'confirm'] as const;
const withDialog: readonly Operation[] = ['assign', 'reject', 'done'];

/** Buttons for the operations that are allowed now; the first one is the next operation. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const hintOf = useShortcutHints();
  const operation = useTicketOperation(ticket.id);
  const { assign } = useTicketChanges();
  const [dialog, setDialog] = useState<Operation>();
  const hasQueuedOperations = useShownOperations(ticket.id).length > 0;
  const ops = allowedTransitions(me, ticket).flatMap(({ op }) => (op === 'cancel' ? [] : [op]));
  const showsPhotoButton = canUploadPhoto(me, ticket);
  usePreloaded(CameraScreen, showsPhotoButton);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const openCamera = async (): Promise<boolean> => {
    await CameraScreen.preload?.();
    setCameraOpen(CameraScreen.preload === undefined);
    return CameraScreen.preload === undefined;
  };
  const navigate = useNavigate();
  const isAsked = useSearch({ strict: false }).assign === '1' && ops.includes('assign');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that asks
  useEffect(() => {
    if (!isAsked) return;
    setDialog('assign');
    void navigate({ to: '/tickets/$id', params: { id: String(ticket.id) }, search: {}, replace: true, resetScroll: false });
  }, [isAsked]);
  const isPaused = useChangedJustNow(`${ticket.id} ${ops}`);
  useEffect(() => () => void sendHeldOperation(ticket.id), [ticket.id]);
  const isOnline = useIsOnline();
  const unavailable: Operation[] = isOnline ? [] : ops.filter((op) => !canWaitOffline(op));
  if (ops.length === 0 && !showsPhotoButton && !hasQueuedOperations) return null;
  const hintFor = (op: Operation) => {
    const shortcut = withShortcut.find((name) => name === op);
    return shortcut && hintOf(shortcut, messages.labels.operation[op]);
  };
  const run = (op: Operation): void => (withDialog.includes(op) ? setDialog(op) : operation.mutate({ op }));
  const close = (): void => setDialog(undefined);
  return (
    <Stack className="action-bar" gap="xs">
      <QueuedOperations id={ticket.id} isPaused={isPaused} />
      <Group className="step-buttons" gap="xs">
        {showsPhotoButton && <AddPhotosButton id={ticket.id} isPaused={isPaused} onCamera={openCamera} />}
        {ops.map((op, index) => (
          <Button
            key={op}
            px="xs"
            flex="1 1 130px"
            variant={index === 0 ? 'filled' : 'default'}
            disabled={operation.isPending || unavailable.includes(op)}
            aria-describedby={unavailable.includes(op) ? 'unavailable' : undefined}
            {...pausable(isPaused, () => run(op))}
            {...hintFor(op)}
          >
            {messages.labels.operation[op]}
          </Button>
        ))}
        {ticket.worker_id === me.id && <HoldButton ticket={ticket} isPaused={isPaused} px="xs" flex="1 1 130px" />}
      </Group>
      {unavailable.length > 0 && (
        <Text id="unavailable" size="sm" c="dimmed">
          {messages.ticket.notOffline(unavailable.map((op) => messages.labels.operation[op]).join(', '))}
        </Text>
      )}
      {dialog === 'assign' && <AssignDialog ticket={ticket} onClose={close} onWorker={(worker) => assign([ticket], worker)} />}
      {dialog === 'done' && ops.includes(dialog) && (
        <FinishSheet ticket={ticket} onClose={close} onFinish={() => operation.mutate({ op: 'done' })} onCamera={openCamera} />
      )}
      {isCameraOpen && showsPhotoButton && <CameraScreen id={ticket.id} onClose={() => setCameraOpen(false)} />}
      {dialog === 'reject' && (
        <ReasonDialog
          id={ticket.id}
          op={dialog}
          onClose={close}
          onReason={(reason) => operation.mutate({ op: dialog, reason })}
        />
      )}
    </Stack>
  );
}
