import { type FileKind, fileKinds } from '../../../contract/import-kinds.ts';
import { textsHook } from '../../../i18n/locale.ts';
import { columnLabel } from '../error-texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';

/** The texts of this folder in the current language. */
export const useImportTexts = textsHook({ en, de, pl });

/** The columns of a file with their labels. */
export function useColumns(kind: FileKind): { name: string; label: string }[] {
  const texts = useImportTexts();
  return fileKinds[kind].columns.map((name) => ({ name, label: columnLabel(name, kind, texts) }));
}
