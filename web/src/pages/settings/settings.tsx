import { useApiQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { AddressPanel } from './address-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { MessengerPanel } from './messenger-panel.tsx';
import { useSettingTexts } from './texts/texts.ts';

/** The settings of the installation, for admins. */
export const SettingsPage = forRoles(['admin'], SettingsContent);

function SettingsContent() {
  const texts = useSettingTexts();
  const { data, isPending, isError, error, refetch } = useApiQuery('GET /ext/settings');
  return (
    <PageLayout
      title={texts.title}
      lead={texts.lead}
      views={
        <LinkButton variant="default" to="/start">
          {texts.setUp}
        </LinkButton>
      }
    >
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
