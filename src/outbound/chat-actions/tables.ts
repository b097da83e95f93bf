import type { Timestamp } from '../../platform/database/tables.ts';
import type { FileOutcome } from './payloads.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    chat_prompts: ChatPromptsTable;
    chat_files: ChatFilesTable;
  }
}

interface ChatPromptsTable {
  bot_id: number;
  chat_id: number;
  message_id: number;
  user_id: string;
  ticket_id: number;
  round: number;
  button_message_id: number;
  created_at: Timestamp;
}

interface ChatFilesTable {
  bot_id: number;
  chat_id: number;
  message_id: number;
  user_id: string | null;
  ticket_id: number | null;
  album: string;
  outcome: FileOutcome;
  created_at: Timestamp;
}
