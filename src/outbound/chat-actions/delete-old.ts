import { plus } from '../../platform/lib/clock.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';

/** A delivery is tried for one day. */
const keepFilesMs = days(2);
const keepPromptsMs = days(60);

/** Deletes what is kept of files and questions that nobody comes back to. */
export async function deleteOld({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const filesBefore = plus(now, -keepFilesMs).toISOString();
  const promptsBefore = plus(now, -keepPromptsMs).toISOString();
  await db.statement((writer) => writer.deleteFrom('chat_files').where('created_at', '<', filesBefore).execute());
  await db.statement((writer) => writer.deleteFrom('chat_prompts').where('created_at', '<', promptsBefore).execute());
}
