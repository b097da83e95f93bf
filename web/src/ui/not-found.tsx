import { useMessages } from '../i18n/locale.ts';
import { LinkButton } from './link-button.tsx';
import { PageLayout } from './page-layout.tsx';

/** Shown for a URL without a page, and for what the user may not see. */
export function NotFound({ text }: { text?: string }) {
  const messages = useMessages();
  return (
    <PageLayout title={messages.app.notFound} lead={text ?? messages.app.notFoundText}>
      <LinkButton to="/" variant="default">
        {messages.app.toHome}
      </LinkButton>
    </PageLayout>
  );
}
