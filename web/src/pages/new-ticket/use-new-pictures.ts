import { useEffect, useRef, useState } from 'react';
import { maxPictures } from '../../features/add-picture-buttons.tsx';
import { addDraftPicture, draftOf, readDraftPictures, removeDraftPictures } from '../../session/draft-pictures.ts';
import { useCurrentUser } from '../../session/session-store.ts';

/** A picture that is sent with a new ticket or comment. */
export interface NewPicture {
  key: number;
  file: File;
  /** an object URL of the file */
  preview: string;
  /** its id in the stored draft, if it could be stored */
  stored: Promise<number | undefined>;
}

/** The pictures of a form, which survive a reload as its text does. @param name of the draft */
export function useNewPictures(name: string) {
  const draft = draftOf(useCurrentUser().id, name);
  const [pictures, setPictures] = useState<NewPicture[]>([]);
  const lastKey = useRef(0);
  const latest = useRef(pictures);
  useEffect(() => {
    latest.current = pictures;
  });
  useEffect(() => () => latest.current.forEach(revoke), []);
  useEffect(() => {
    let isLeft = false;
    void readDraftPictures(draft).then((found) => {
      if (isLeft) return;
      const before = found.map(({ id, file }) => toPicture(++lastKey.current, file, Promise.resolve(id)));
      setPictures((added) => [...before, ...added]);
    });
    return () => {
      isLeft = true;
    };
  }, [draft]);
  const add = (files: File[]): void => {
    const accepted = files.slice(0, maxPictures - pictures.length);
    const added = accepted.map((file) => toPicture(++lastKey.current, file, addDraftPicture(draft, file)));
    setPictures((before) => [...before, ...added]);
  };
  const remove = (picture: NewPicture): void => {
    revoke(picture);
    setPictures((before) => before.filter(({ key }) => key !== picture.key));
    void forget([picture]);
  };
  /** @param kept resolves when the pictures are kept elsewhere: until then the draft keeps them */
  const removeAll = (kept: Promise<void>): void => {
    pictures.forEach(revoke);
    setPictures([]);
    void kept.then(() => forget(pictures));
  };
  return { pictures, add, remove, removeAll };
}

const toPicture = (key: number, file: File, stored: NewPicture['stored']): NewPicture => ({
  key,
  file,
  preview: URL.createObjectURL(file),
  stored,
});

const revoke = ({ preview }: NewPicture): void => URL.revokeObjectURL(preview);

const forget = async (pictures: readonly NewPicture[]): Promise<void> =>
  removeDraftPictures(await Promise.all(pictures.map(({ stored }) => stored)));
