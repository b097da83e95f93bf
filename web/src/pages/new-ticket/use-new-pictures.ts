import { useEffect, useRef, useState } from 'react';
import { maxPictures } from '../../components/add-picture-buttons.tsx';

/** A picture that is sent with a new ticket. */
export interface NewPicture {
  key: number;
  file: File;
  /** an object URL of the file */
  preview: string;
}

/** The pictures of a form. They are kept as long as the page: a draft in the storage of the browser has texts only. */
export function useNewPictures() {
  const [pictures, setPictures] = useState<NewPicture[]>([]);
  const lastKey = useRef(0);
  const latest = useRef(pictures);
  useEffect(() => {
    latest.current = pictures;
  });
  useEffect(() => () => latest.current.forEach(revoke), []);
  const add = (files: File[]): void => {
    const added = files.map((file) => ({ key: ++lastKey.current, file, preview: URL.createObjectURL(file) }));
    setPictures((before) => [...before, ...added].slice(0, maxPictures));
  };
  const remove = (picture: NewPicture): void => {
    revoke(picture);
    setPictures((before) => before.filter(({ key }) => key !== picture.key));
  };
  const removeAll = (): void => {
    pictures.forEach(revoke);
    setPictures([]);
  };
  return { pictures, add, remove, removeAll };
}

const revoke = ({ preview }: NewPicture): void => URL.revokeObjectURL(preview);
