import { useApiQuery } from '../../api/queries.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { RequireRole } from '../../components/require-role.tsx';
import { AddressPanel } from './address-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { MessengerPanel } from './messenger-panel.tsx';
import { useSettingTexts } from './texts/texts.ts';

/** The settings of the installation, for admins. */
export function SettingsPage() {
  return (
    <RequireRole roles={['admin']}>
      <SettingsContent />
    </RequireRole>
  );
}

function SettingsContent() {
  const texts = useSettingTexts();
  const { data, isPending, isError, error, refetch } = useApiQuery('GET /ext/settings');
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
      {isPending && <ListSkeleton />}
      {isError && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (
        <div className="panels">
          <AddressPanel settings={data} />
          <MailPanel settings={data} />
          <MessengerPanel settings={data} />
          <LookPanel settings={data} />
        </div>
      )}
    </PageLayout>
  );
}
