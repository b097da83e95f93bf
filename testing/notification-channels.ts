import { randomBytes } from 'node:crypto';
import { type FakeBotApi, startFakeBotApi } from './fake-bot-api.ts';
import { sendOk } from './http-client.ts';
import { FakeBrowser, type FakePushService, startPushService } from './push-service.ts';
import { type FakeSmtpServer, startSmtpServer } from './smtp-server.ts';

const botToken = '100:chaos-secret';

/** Where the messages for somebody end. */
export interface Recipient {
  user: { email: string };
  chatId: number;
  browser: FakeBrowser;
}

/** What the channels of a service in another process end in. */
export class NotificationChannels {
  readonly botApi: FakeBotApi;
  readonly smtp: FakeSmtpServer;
  readonly push: FakePushService;

  private constructor(botApi: FakeBotApi, smtp: FakeSmtpServer, push: FakePushService) {
    this.botApi = botApi;
    this.smtp = smtp;
    this.push = push;
    botApi.addBot({ token: botToken, username: 'callout_bot' });
  }

  static async start(): Promise<NotificationChannels> {
    // Without TLS: a handshake for each mail would take most of the time.
    const [botApi, smtp, push] = await Promise.all([startFakeBotApi(), startSmtpServer({ plain: true }), startPushService()]);
    return new NotificationChannels(botApi, smtp, push);
  }

  /** Settings with which a service uses them. */
  get settings(): Record<string, string> {
    return {
      PUBLIC_URL: 'http://callout.example.com',
      MESSENGER_API_ROOT: this.botApi.url,
      MESSENGER_BOT_TOKEN: botToken,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(this.smtp.port),
      MAIL_FROM: 'Callout <callout@example.com>',
      DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      PUSH_ALLOWED_HOSTS: this.push.host,
    };
  }

  /** Adds a private chat with the bot. */
  addChat(id: number): void {
    this.botApi.addChat(botToken, { id, type: 'private', first_name: `User ${id}` });
  }

  /** Receives a message of a private chat. */
  receive(id: number, text: string): void {
    this.botApi.receiveMessage(botToken, id, text);
  }

  /** Signs somebody in and subscribes a browser. @param ip logins are limited per address */
  async subscribe(base: string, login: { email: string; password: string }, name: string, ip: string): Promise<FakeBrowser> {
    const browser = new FakeBrowser(this.push, name);
    const { token } = (await sendOk(base, { method: 'POST', path: '/auth/login', body: login, ip })).body;
    await sendOk(base, { method: 'GET', path: '/ext/push/key', token });
    await sendOk(base, { method: 'POST', path: '/ext/push/subscriptions', token, body: browser.toJSON() });
    return browser;
  }

  async stop(): Promise<void> {
    await Promise.all([this.botApi.stop(), this.smtp.stop(), this.push.stop()]);
  }
}
