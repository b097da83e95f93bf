import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useFormMutation } from '../../api/queries.ts';
import type { Settings } from '../../contract/schemas.ts';
import { ReachNote } from '../../features/pass-on/reach-note.tsx';
import { formatDateTime } from '../../i18n/dates.ts';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { FormError } from '../../ui/form-error.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useIsTouch } from '../../ui/use-breakpoint.ts';
import { SettingField } from './setting-field.tsx';
import { SettingPanel } from './setting-panel.tsx';
import { TestResult } from './test-result.tsx';
import { useSettingTexts } from './texts/texts.ts';
import { useChanges } from './use-changes.ts';

/** Links expire after 15 minutes unless PHOTO_URL_TTL is set. */
const linkRefreshMs = 300_000;
const openedPollMs = 3_000;

/** The public address, which links, labels, passkeys and sign-in providers use. */
export function AddressPanel({ settings }: { settings: Settings }) {
  const texts = useSettingTexts();
  const changes = useChanges(settings);
  const { value, source } = settings.public_url;
  return (
    <SettingPanel
      id="address"
      title={texts.address.title}
      text={texts.address.text}
      changes={changes}
      isEditable={source !== 'environment'}
      below={value !== null && !changes.hasChanges && <AddressTest key={value} url={value} />}
    >
      <SettingField
        name="public_url"
        settings={settings}
        changes={changes}
        label={texts.address.url}
        hint={texts.address.hint}
        type="url"
        maxLength={300}
      />
      {changes.hasChanges && value !== null && <Text size="sm">{texts.address.warning}</Text>}
    </SettingPanel>
  );
}

/** Tests the saved address, from the server and with a phone, unless it is the phone on which this is shown. */
export function AddressTest({ url }: { url: string }) {
  const texts = useSettingTexts();
  const test = useFormMutation('POST /ext/settings/test-url', { invalidates: [] });
  const isPhone = useIsTouch();
  const { data } = test;
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
          {texts.address.test}
        </Button>
      </Group>
      {data && <TestResult ok={data.ok} text={texts.address.results[data.reason]} detail={data.detail} />}
      <FormError error={test.error} />
      <ReachNote url={url} />
      {!isPhone && !isLoopbackUrl(url) && <PhoneTest />}
    </Stack>
  );
}

/** A QR code whose page reports that it was opened. */
function PhoneTest() {
  const { address: texts } = useSettingTexts();
  const { data: link } = useQuery({ ...apiQuery('GET /ext/settings/test-link'), refetchInterval: linkRefreshMs });
  const { data: settings } = useQuery({ ...apiQuery('GET /ext/settings'), refetchInterval: openedPollMs });
  const openedAt = settings?.public_url.opened_at;
  return (
    link && (
      <Group align="center" gap="md">
        <QrCode text={link.url} label={texts.qr} />
        <Stack flex={1} miw={140} gap="sm">
          <Text size="sm" c="dimmed">
            {texts.qrText}
          </Text>
          {openedAt && <TestResult ok text={texts.opened(formatDateTime(openedAt))} />}
        </Stack>
      </Group>
    )
  );
}
