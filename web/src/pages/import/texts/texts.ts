import { type FileKind, fileKinds } from '../../../contract/import-kinds.ts';
import { useTextsOf } from '../../../i18n/locale.ts';
import { columnLabel } from '../error-texts.ts';
import { de } from './de.ts';
import { en, type ImportTexts } from './en.ts';
import { pl } from './pl.ts';

const texts = { en, de, pl };

/** The texts of this folder in the current language. */
export const useImportTexts = (): ImportTexts => useTextsOf(texts);

/** The columns of a file with their labels. */
export function useColumns(kind: FileKind): { name: string; label: string }[] {
  const texts = useImportTexts();
  return fileKinds[kind].columns.map((name) => ({ name, label: columnLabel(name, kind, texts) }));
}
