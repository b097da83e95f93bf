import { ApiError } from './http.ts';

// Files that users send, as getFile and the download path give them.

/** MAX_DOWNLOAD_FILE_SIZE of Client.h */
const maxDownloadBytes = 20 << 20;

export interface FakeFile {
  bytes: Buffer;
  /** what the server says, nothing for 0; that of the bytes unless given */
  size?: number;
  /** where it can be downloaded, below /file/bot<token>/ */
  path?: string;
}

export class Files {
  readonly #files = new Map<string, Required<FakeFile>>();

  /** @returns the object that messages name the file by */
  add({ bytes, size = bytes.length, path }: FakeFile) {
    const number = this.#files.size + 1;
    const file_id = `AgACAgIAAxkBAAIC-file_${number}`;
    this.#files.set(file_id, { bytes, size, path: path ?? `photos/file_${number}.jpg` });
    return { file_id, file_unique_id: `AQAD${number}`, ...(size > 0 && { file_size: size }) };
  }

  /** The file is gone, though messages still name it. */
  forget(): void {
    this.#files.clear();
  }

  /** getFile */
  locate(file_id: string) {
    if (file_id === '') throw new ApiError(400, 'Bad Request: file_id not specified');
    const file = this.#files.get(file_id);
    if (!file) throw new ApiError(400, 'Bad Request: invalid file_id');
    if (file.size > maxDownloadBytes) throw new ApiError(400, 'Bad Request: file is too big');
    const unique = { file_unique_id: `AQAD${file_id.split('_').at(-1)}` };
    return { file_id, ...unique, ...(file.size > 0 && { file_size: file.size }), file_path: file.path };
  }

  /** @returns the bytes at a path @throws 404 */
  download(path: string): Buffer {
    const file = this.#files.values().find((one) => one.path === path);
    if (!file) throw new ApiError(404, 'Not Found');
    return file.bytes;
  }
}
