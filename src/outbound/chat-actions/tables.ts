import type { Timestamp } from '../../platform/database/tables.ts';
import type { FileOutcome } from './payloads.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    chat_prompts: ChatPromptsTable;
    chat_files: ChatFilesTable;
  }
}

/** A question for a reason. */
export interface ChatPrompt {
  user_id: string;
  ticket_id: number;
  /** of a question why work is sent back; -1 of one about a quote, which the release before takes for a question of an earlier round */
  round: number;
  /** the quote that is declined; null: work is sent back */
  quote_id: number | null;
  button_message_id: number;
}

interface ChatPromptsTable extends ChatPrompt {
  bot_id: number;
  chat_id: number;
  message_id: number;
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
