import { Anchor, Text } from '@mantine/core';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlaceDocument } from '../../contract/schemas.ts';
import { localeTag, useMessages } from '../../i18n/locale.ts';
import { pathOfOwnFile } from '../../lib/file-path.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListRow, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import { EditDocumentDialog } from './edit-document-dialog.tsx';
import { ExpiryTag } from './expiry-tag.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** A document: its title opens the file. @param showsPlace whether the row says whose it is */
export function DocumentRow({ document, showsPlace = false }: { document: PlaceDocument; showsPlace?: boolean }) {
  const messages = useMessages();
  const texts = usePlaceTexts().documents;
  const { role } = useCurrentUser();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const { title, content_type, size, uploaded_by_name, url } = document;
  const isPdf = content_type === 'application/pdf';
  const facts = [texts.kinds[content_type], sizeText(size), uploaded_by_name && texts.addedBy(uploaded_by_name)];
  return (
    <ListRow
      picture={
        <Text span c="dimmed" lh={0}>
          <Icon icon={isPdf ? IconFileTypePdf : IconPhoto} size={24} />
        </Text>
      }
      name={
        // A PDF file is saved, so that a tab for it would stay empty.
        <Anchor href={pathOfOwnFile(url)} inherit c="inherit" underline="hover" {...(!isPdf && inNewTab)}>
          {title}
        </Anchor>
      }
      mark={<ExpiryTag on={document.expires_on} />}
      details={facts.filter(Boolean).join(' · ')}
      notes={showsPlace && <Place document={document} />}
    >
      {role !== 'worker' && (
        <RowActions>
          <RowButton text={messages.app.edit} of={title} onClick={() => setDialog('edit')} />
          <RowButton text={messages.app.delete} of={title} onClick={() => setDialog('delete')} />
        </RowActions>
      )}
      {dialog === 'edit' && <EditDocumentDialog document={document} onClose={close} />}
      {dialog === 'delete' && <DeleteDocumentDialog document={document} onClose={close} />}
    </ListRow>
  );
}

const inNewTab = { target: '_blank', rel: 'noreferrer' };

const bytesPerKilobyte = 1_000;

/** In kilobytes, or from one megabyte on in those. */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / bytesPerKilobyte));
  const isLarge = kilobytes >= bytesPerKilobyte;
  const format = new Intl.NumberFormat(localeTag(), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  });
  return format.format(isLarge ? kilobytes / bytesPerKilobyte : kilobytes);
}

/** The building, and the equipment if it is a document of one. */
function Place({ document: { object_id, object_name, equipment } }: { document: PlaceDocument }) {
  return (
    <Text size="sm">
      <Link to="/buildings/$id" params={{ id: String(object_id) }}>
        {object_name}
      </Link>
      {equipment && (
        <>
          {' · '}
          <Link to="/equipment/$id" params={{ id: String(equipment.id) }}>
            {equipment.name}
          </Link>
        </>
      )}
    </Text>
  );
}
