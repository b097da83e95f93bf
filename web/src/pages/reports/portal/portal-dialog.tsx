import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { CopyableText } from '../../../components/copyable-text.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { ListSkeleton } from '../../../components/list-skeleton.tsx';
import { LoopbackNote } from '../../../components/loopback-note.tsx';
import { Note } from '../../../components/note.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import type { Building } from '../../../contract/schemas.ts';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useReportTexts } from '../texts/texts.ts';
import { useLabelDownload } from './use-label-download.ts';

interface Props {
  object: Building;
  /** whether object and project take reports */
  isActive: boolean;
  onClose: () => void;
}

/** The public page of an object: turns it on and off, shows its address and code, prints its label. */
export function PortalDialog({ object, isActive, onClose }: Props) {
  const { portal: texts } = useReportTexts();
  const params = { id: object.id };
  const portal = useApiQuery('GET /ext/objects/{id}/portal', { params });
  const options = { invalidates: ['GET /ext/objects/{id}/portal' as const, 'GET /ext/portals' as const], showErrorToast: false };
  const open = useApiMutation('POST /ext/objects/{id}/portal', options);
  const { data } = portal;
  const isOn = data !== undefined && data.created_at !== null;
  return (
    <Dialog title={texts.title(isolateName(object.name))} onClose={onClose}>
      <Stack mt="xs">
        {portal.isPending && <ListSkeleton height={120} />}
        {portal.isError && !data && <ErrorState error={portal.error} retry={() => void portal.refetch()} />}
        {!isActive && <Note tone="warning">{texts.disabled}</Note>}
        {data && !isOn && (
          <>
            <Text>{texts.off}</Text>
            <div>
              <Button loading={open.isPending} disabled={!isActive} onClick={() => open.mutate({ params })}>
                {texts.turnOn}
              </Button>
            </div>
          </>
        )}
        {isOn && (data.url ? <PortalAddress url={data.url} objectId={object.id} /> : <Text>{texts.unreadable}</Text>)}
        {isOn && <Changes objectId={object.id} canRotate={isActive} rotate={() => open.mutate({ params })} />}
        <FormError error={open.error} />
      </Stack>
    </Dialog>
  );
}

function PortalAddress({ url, objectId }: { url: string; objectId: number }) {
  const { portal: texts, labels } = useReportTexts();
  const { download, isRunning, error } = useLabelDownload();
  return (
    <>
      <LoopbackNote url={url} />
      <QrCode text={url} label={texts.code} />
      <CopyableText text={url} />
      <Group gap="xs">
        <Button aria-disabled={isRunning} onClick={() => !isRunning && void download([objectId])}>
          {isRunning ? labels.preparing : texts.print}
        </Button>
        <Button component="a" variant="default" href={url} target="_blank" rel="noreferrer">
          {texts.open}
        </Button>
      </Group>
      <FormError error={error} />
    </>
  );
}

interface ChangesProps {
  objectId: number;
  canRotate: boolean;
  rotate: () => void;
}

/** What makes printed labels void is asked for twice. */
function Changes({ objectId, canRotate, rotate }: ChangesProps) {
  const { portal: texts } = useReportTexts();
  const [asked, setAsked] = useState<'rotate' | 'turnOff'>();
  const end = useApiMutation('DELETE /ext/objects/{id}/portal', {
    invalidates: ['GET /ext/objects/{id}/portal', 'GET /ext/portals'],
    onSuccess: () => showToast({ text: texts.turnedOff }),
  });
  if (!asked) {
    return (
      <Group gap="xs">
        {canRotate && (
          <Button variant="subtle" onClick={() => setAsked('rotate')}>
            {texts.rotate}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => setAsked('turnOff')}>
          {texts.turnOff}
        </Button>
      </Group>
    );
  }
  const confirm = (): void => {
    setAsked(undefined);
    if (asked === 'rotate') rotate();
    else end.mutate({ params: { id: objectId } });
  };
  return (
    <Stack gap="xs">
      <Text role="status">{asked === 'rotate' ? texts.rotateText : texts.turnOffText}</Text>
      <Group gap="xs">
        <Button variant="outline" color="red" onClick={confirm}>
          {texts[asked]}
        </Button>
        <Button variant="default" onClick={() => setAsked(undefined)}>
          {texts.keep}
        </Button>
      </Group>
    </Stack>
  );
}
