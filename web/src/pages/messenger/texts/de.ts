import type { MessengerTexts } from './en.ts';

export const de: MessengerTexts = {
  off: 'Kein Chat verbunden',
  on: 'Chat verbunden',
  toTarget: (target) => `Nachrichten gehen an ${target}.`,
  noBot: (role) =>
    role === 'admin'
      ? 'Auf diesem Server gibt es keinen Bot. Richten Sie unter „Installation“ einen für alle ein.'
      : 'Auf diesem Server gibt es keinen Bot. Bitten Sie einen Admin, einen einzurichten.',
  noBotButOwn: (role) =>
    role === 'admin'
      ? 'Auf diesem Server gibt es keinen Bot. Verbinden Sie einen eigenen, oder richten Sie unter „Installation“ einen für alle ein.'
      : 'Auf diesem Server gibt es keinen Bot. Verbinden Sie einen eigenen, oder bitten Sie einen Admin, einen einzurichten.',
  bind: 'Telegram verbinden',
  bindText:
    'Öffnen Sie den Link auf dem Gerät, auf dem Sie Telegram nutzen, oder scannen Sie den Code mit dem Telefon. Drücken Sie dann „Start“.',
  getCode: 'Link anzeigen',
  newCode: 'Neuen Link erstellen',
  open: 'Telegram öffnen',
  codeUntil: 'Gilt bis',
  code: 'Oder senden Sie diesen Code an den Bot:',
  qr: 'QR-Code des Links',
  targetHint: '@Name einer Gruppe oder eines Kanals mit dem Bot als Mitglied, oder eine Chat-ID.',
  targetSaved: 'Chat verbunden.',
  stop: 'Chat trennen',
  stopped: 'Chat getrennt.',
  ownBot: 'Ihr eigener Bot',
  ownBotText: 'Das Token von BotFather, zum Beispiel 123:abc. Es wird verschlüsselt gespeichert und nie wieder angezeigt.',
  ownBotOn: (name) => `Ihr Bot ${name} ist verbunden.`,
  connect: 'Verbinden',
  connected: 'Ihr Bot ist verbunden.',
  disconnect: 'Trennen',
  disconnected: 'Ihr Bot ist getrennt.',
  showToken: 'Token anzeigen',
  noKey: 'Sie können keinen eigenen Bot verbinden: Diesem Server fehlt ein Schlüssel (DATA_ENCRYPTION_KEY).',
  forRole: {
    client: 'Der Chat meldet, was mit Ihren Aufträgen ist. Im privaten Chat bestätigen Sie Arbeit mit einem Knopf.',
    worker: 'Der Chat meldet Aufträge. Im privaten Chat übernehmen, beginnen und erledigen Sie sie mit Knöpfen.',
    admin: 'Der Chat erhält, was Sie unter „Mitteilungen“ einschalten. Probieren Sie ihn mit einer Testnachricht aus.',
  },
  sendTest: 'Testnachricht senden',
  testSent: 'Testnachricht gesendet. Prüfen Sie Ihren Chat.',
};
