import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { useWords } from '../../words/index.ts';

/** What somebody else got while a worker looked at it. */
export function NoLongerFree() {
  const words = useWords();
  return (
    <Page title={words.ticket.notFree} lead={words.ticket.notFreeText}>
      <LinkButton to="/free" variant="default">
        {words.ticket.toFree}
      </LinkButton>
    </Page>
  );
}
