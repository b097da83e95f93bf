// How the service reads csv files. It is bundled with the console, so that its table has the rows that the service finds.

export { type FoundColumn, readColumns, readFile } from '../../../src/product/places/import/read-file.ts';
