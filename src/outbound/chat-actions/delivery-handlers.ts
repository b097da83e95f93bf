import type { Outcome } from '../../platform/deliveries/attempt-delivery.ts';
import type { DeliveryHandlers } from '../../platform/deliveries/worker.ts';
import { minutes } from '../../platform/lib/duration.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { BotApiError } from '../messenger/bot-api.ts';
import { pressButton } from './buttons.ts';
import { createAddChatPhoto } from './chat-photo.ts';
import { ChatGone, ChatSender } from './chat-sender.ts';
import { answerAlbum } from './file-answers.ts';
import { takeFile } from './files.ts';
import { listJobs } from './lists.ts';
import { requireOrder } from './order.ts';
import { takeReply } from './reject-reason.ts';

/** What a button says is not expected any more when it could not be carried out for so long. */
const maxRequestAgeMs = minutes(5);

/** The handlers of what people ask from chats. What is carried out stays, whether or not it can be answered. */
export function createChatHandlers(deps: Deps): Pick<DeliveryHandlers, 'chat_requests' | 'chat_files'> {
  const sender = new ChatSender(deps);
  const context = { ...deps, sender };
  const files = { ...context, addChatPhoto: createAddChatPhoto(deps, sender) };

  async function answered(work: () => Promise<void>): Promise<Outcome> {
    try {
      await work();
      return 'sent';
    } catch (error) {
      if (error instanceof ChatGone) return 'dropped';
      if (!(error instanceof BotApiError && error.isRejection)) throw error;
      deps.log.error({ reason: error.description }, 'the messenger rejected an answer permanently');
      return 'dropped';
    }
  }

  return {
    chat_requests: {
      recordAs: 'messages',
      policy: { concurrency: 4, perTenant: 1 },
      handler: async (delivery, signal) => {
        await requireOrder(deps, delivery);
        const { payload, created_at } = delivery;
        const isLate = deps.clock().getTime() - Date.parse(created_at) > maxRequestAgeMs;
        return answered(() => {
          switch (payload.kind) {
            case 'button':
              return pressButton(context, payload, isLate, signal);
            case 'list':
              return listJobs(context, payload, signal);
            case 'reply':
              return takeReply(context, payload, signal);
          }
        });
      },
    },
    chat_files: {
      recordAs: 'messages',
      policy: { concurrency: 4, perTenant: 1 },
      handler: async (delivery, signal) => {
        const { payload, tenant, created_at } = delivery;
        if (payload.kind === 'album') return answered(() => answerAlbum(context, { payload, created_at }, signal));
        await requireOrder(deps, delivery);
        return answered(() => takeFile(files, { payload, tenant, created_at }, signal));
      },
    },
  };
}
