import { useTextsOf } from '../../../i18n/locale.ts';
import { de } from './de.ts';
import { en, type PictureViewerTexts } from './en.ts';
import { pl } from './pl.ts';

const pictureViewerTexts = { en, de, pl };

/** The texts of this folder in the current language. */
export const usePictureViewerTexts = (): PictureViewerTexts => useTextsOf(pictureViewerTexts);
