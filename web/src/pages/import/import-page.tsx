import type { FileKind } from '../../contract/import-kinds.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { FileStep } from './file-step.tsx';
import { ImportResult } from './import-result.tsx';
import { TableStep } from './table-step.tsx';
import { useImportTexts } from './texts/texts.ts';
import { useImportTable } from './use-import-table.ts';

/** Imports workers from a file. */
export const ImportWorkersPage = () => <ImportPage key="workers" kind="workers" />;

/** Imports objects from a file. */
export const ImportObjectsPage = () => <ImportPage key="objects" kind="objects" />;

/** Imports equipment from a file. */
export const ImportEquipmentPage = () => <ImportPage key="equipment" kind="equipment" />;

const ImportPage = forRoles(['client', 'admin'], Import);

/** A file is chosen, its rows are corrected in a table, and then imported. */
function Import({ kind }: { kind: FileKind }) {
  const texts = useImportTexts();
  const table = useImportTable(kind);
  const { state, rows } = table;
  return (
    <PageLayout title={texts.title[kind]} lead={texts.lead}>
      {state.name === 'imported' ? (
        <ImportResult kind={kind} created={state.created} onAgain={table.clear} />
      ) : rows.length > 0 ? (
        <TableStep kind={kind} table={table} />
      ) : (
        <FileStep kind={kind} onRead={table.replace} />
      )}
    </PageLayout>
  );
}
