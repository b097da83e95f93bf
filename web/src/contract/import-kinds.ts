// What files of an import have. Apart from import-files.ts, which is loaded with its parser when a file is read.

export {
  type FileColumns,
  type FileEncoding,
  type FileKind,
  fileKinds,
  maxBytes,
  maxRows,
} from '../../../src/product/places/import/file-kinds.ts';
