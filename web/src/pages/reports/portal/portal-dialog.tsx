import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../../../api/client.ts';
import { useApiMutation, useApiQuery, useFormMutation } from '../../../api/queries.ts';
import { PassOnCard } from '../../../features/pass-on/pass-on-card.tsx';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { isLoopbackUrl } from '../../../lib/loopback.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Note } from '../../../ui/note.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useReportTexts } from '../texts/texts.ts';
import { type LabelKind, useLabelDownload } from './use-label-download.ts';

/** An object or a piece of equipment. */
interface Place {
  kind: LabelKind;
  id: number;
}

interface Props extends Place {
  name: string;
  /** whether it takes reports, and what it belongs to as well */
  isActive: boolean;
  onClose: () => void;
}

/** What shows whether there is a public page. */
const portalReads: QueryName[] = [
  ...(['GET /ext/objects/{id}/portal', 'GET /ext/equipment/{id}/portal', 'GET /ext/portals'] as const),
  ...(['GET /ext/equipment/{id}', 'GET /ext/objects/{id}/equipment'] as const),
];

/** The public page of an object or of equipment: turns it on and off, shows its address and code, prints its label. */
export function PortalDialog({ kind, id, name, isActive, onClose }: Props) {
  const { portal: texts } = useReportTexts();
  const params = { id };
  const portal = useApiQuery(`GET /ext/${kind}/{id}/portal`, { params });
  const open = useFormMutation(`POST /ext/${kind}/{id}/portal`, { invalidates: portalReads });
  const { data } = portal;
  const isOn = data !== undefined && data.created_at !== null;
  return (
    <Dialog title={texts.title(isolateName(name))} onClose={onClose}>
      <Stack mt="xs">
        <QueryState query={portal} height={120} />
        {!isActive && <Note tone="warning">{texts.disabled[kind]}</Note>}
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
        {isOn && (data.url ? <PortalAddress kind={kind} id={id} url={data.url} /> : <Text>{texts.unreadable}</Text>)}
        {isOn && <Changes kind={kind} id={id} canRotate={isActive} rotate={() => open.mutate({ params })} />}
        <FormError error={open.error} />
      </Stack>
    </Dialog>
  );
}

function PortalAddress({ kind, id, url }: Place & { url: string }) {
  const { portal: texts, labels } = useReportTexts();
  const { download, isRunning, error } = useLabelDownload(kind);
  return (
    <>
      <PassOnCard
        link={url}
        qrLabel={texts.code}
        print={null}
        actions={
          <>
            {!isLoopbackUrl(url) && (
              <Button aria-disabled={isRunning} onClick={() => !isRunning && void download([id])}>
                {isRunning ? labels.preparing : texts.print}
              </Button>
            )}
            <Button component="a" variant="default" href={url} target="_blank" rel="noreferrer">
              {texts.open}
            </Button>
          </>
        }
      />
      <FormError error={error} />
    </>
  );
}

interface ChangesProps extends Place {
  canRotate: boolean;
  rotate: () => void;
}

/** What makes printed labels void is asked for twice. */
function Changes({ kind, id, canRotate, rotate }: ChangesProps) {
  const { portal: texts } = useReportTexts();
  const [asked, setAsked] = useState<'rotate' | 'turnOff'>();
  const end = useApiMutation(`DELETE /ext/${kind}/{id}/portal`, {
    invalidates: portalReads,
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
    else end.mutate({ params: { id } });
  };
  return (
    <Stack gap="xs">
      <Text role="status">{asked === 'rotate' ? texts.rotateText : texts.turnOffText}</Text>
      <Group gap="xs">
        <Button color="red" onClick={confirm}>
          {texts[asked]}
        </Button>
        <Button variant="default" onClick={() => setAsked(undefined)}>
          {texts.keep}
        </Button>
      </Group>
    </Stack>
  );
}
