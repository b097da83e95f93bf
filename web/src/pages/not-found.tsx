import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { useWords } from '../words/index.ts';

export function NotFound({ text }: { text?: string }) {
  const words = useWords();
  return (
    <Page title={words.app.notFound} lead={text ?? words.app.notFoundText}>
      <Link to="/">{words.app.toHome}</Link>
    </Page>
  );
}
