import { LinkButton } from '../parts/link-button.tsx';
import { Page } from '../parts/page.tsx';
import { useWords } from '../words/index.ts';

export function NotFound({ text }: { text?: string }) {
  const words = useWords();
  return (
    <Page title={words.app.notFound} lead={text ?? words.app.notFoundText}>
      <LinkButton to="/" variant="default">
        {words.app.toHome}
      </LinkButton>
    </Page>
  );
}
