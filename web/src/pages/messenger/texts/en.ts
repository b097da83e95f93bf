import type { Role } from '../../../contract/enums.ts';

export const en = {
  off: 'No chat connected',
  on: 'Chat connected',
  toTarget: (target: string) => `Messages go to ${target}.`,
  noBot: (role: Role): string =>
    role === 'admin'
      ? 'This server has no bot. Add one for everybody under Installation.'
      : 'This server has no bot. Ask an admin to set one up.',
  noBotButOwn: (role: Role): string =>
    role === 'admin'
      ? 'This server has no bot. Connect your own, or add one for everybody under Installation.'
      : 'This server has no bot. Connect your own, or ask an admin to set one up.',
  bind: 'Connect Telegram',
  bindText: 'Open the link on the device where you use Telegram, or scan the code with your phone, then press “Start”.',
  getCode: 'Show link',
  newCode: 'Create new link',
  open: 'Open Telegram',
  codeUntil: 'Expires',
  code: 'Or send this code to the bot:',
  qr: 'QR code of the link',
  targetHint: '@name of a group or channel that the bot is a member of, or a chat ID.',
  targetSaved: 'Chat connected.',
  stop: 'Disconnect chat',
  stopped: 'Chat disconnected.',
  ownBot: 'Your own bot',
  ownBotText: 'The token from BotFather, such as 123:abc. It is stored encrypted and never shown again.',
  ownBotOn: (name: string) => `Your bot ${name} is connected.`,
  connect: 'Connect',
  connected: 'Your bot is connected.',
  disconnect: 'Disconnect',
  disconnected: 'Your bot is disconnected.',
  showToken: 'Show token',
  noKey: "You can't connect your own bot: this server has no encryption key (DATA_ENCRYPTION_KEY).",
  forRole: {
    client: 'The chat receives messages about your requests. In a private chat you confirm work with a button.',
    worker: 'The chat receives messages about jobs. In a private chat you take, start and finish them with buttons.',
    admin: 'The chat receives what you turn on under Notifications. Try it with a test message.',
  } satisfies Record<Role, string>,
  sendTest: 'Send test message',
  testSent: 'Test message sent. Check your chat.',
};

export type MessengerTexts = typeof en;
