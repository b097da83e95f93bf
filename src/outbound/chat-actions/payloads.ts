import type { ButtonPress, ListCommand, Reply, SentFile } from '../messenger/chat-requests.ts';

declare module '../../platform/deliveries/queue.ts' {
  interface DeliveryPayloads {
    chat_requests: ButtonPress | ListCommand | Reply;
    /** a queue of its own, so that downloads do not delay the answers to buttons */
    chat_files: SentFile | AlbumAnswer;
  }
}

/** The one answer to all files of an album. */
export interface AlbumAnswer {
  kind: 'album';
  bot_id: number;
  chat_id: number;
  album: string;
}

/** Why a file did not become a photo of a ticket. */
export type FileFailure =
  | 'no_job'
  | 'several_jobs'
  | 'workers_only'
  | 'no_ticket'
  | 'not_yours'
  | 'not_in_progress'
  | 'full'
  | 'no_photo'
  | 'heic'
  | 'too_large'
  | 'damaged'
  | 'not_fetched';

export type FileOutcome = 'added' | FileFailure;
