import type { status as en } from './en-status.ts';
import { pluralFormatter } from './plurals.ts';

const n = pluralFormatter('de');

export const status: typeof en = {
  testing: {
    send: 'Testnachricht senden',
    sent: 'Gesendet. Sehen Sie in Ihrem Messenger nach.',
  },
  unsent: {
    what: ({ photos, steps }) =>
      [
        photos > 0 && n(photos, { one: '{n} Foto', other: '{n} Fotos' }),
        steps > 0 && n(steps, { one: '{n} Schritt', other: '{n} Schritte' }),
      ]
        .filter(Boolean)
        .join(', '),
    left: (what) => `noch nicht gesendet: ${what}.`,
    mark: 'Noch nicht gesendet',
    drop: 'Aufgeben',
    dropped: (what) => `Aufgegeben: ${what}.`,
  },
  health: {
    look: 'Nachsehen',
    lookText: 'Ob Nachrichten, E-Mail, Fotos, Regeln und das Löschen alter Aufträge laufen.',
    title: 'Zustand',
    allWell: 'Alles läuft.',
    troubles: (count) => n(count, { one: 'Ein Teil hat eine Störung.', other: '{n} Teile haben eine Störung.' }),
    checked: 'Nachgesehen',
    states: { ok: 'Läuft', off: 'Aus', trouble: 'Störung' },
    messenger: {
      title: 'Messenger',
      working: 'Die Bots hören zu, und Nachrichten gehen hinaus.',
      not_configured: 'Es gibt keinen Bot. Wer den Dienst betreibt, richtet einen ein, oder jeder verbindet einen eigenen.',
      unreachable: 'Der Messenger antwortet nicht. Nachrichten warten und werden einen Tag lang erneut versucht.',
      refused: 'Der Messenger nimmt das Token des Bots nicht mehr an.',
      webhook: 'Der Bot hat einen Webhook und kann deshalb nicht abgehört werden.',
      not_polled: 'Nicht jeder Bot wird gehört: Sein Token ist vielleicht ungültig, oder er hat einen Webhook.',
      failing: 'Nachrichten scheitern und werden einen Tag lang erneut versucht.',
      given_up: 'Die letzte Nachricht wurde nach einem Tag aufgegeben.',
      no_public_url: 'Links in Nachrichten funktionieren nicht: Die Adresse des Dienstes (PUBLIC_URL) ist nicht gesetzt.',
    },
    mail: {
      title: 'E-Mail',
      working: 'E-Mails gehen hinaus.',
      not_configured: 'Es gibt keinen Mailserver: Nichts wird verschickt. Links zum Zurücksetzen sind von Hand weiterzugeben.',
      failing: 'E-Mails scheitern und werden einen Tag lang erneut versucht.',
      given_up: 'Die letzte E-Mail wurde nach einem Tag aufgegeben.',
      no_public_url: 'Links in E-Mails funktionieren nicht: Die Adresse des Dienstes (PUBLIC_URL) ist nicht gesetzt.',
    },
    storage: {
      title: 'Speicher der Fotos',
      working: 'Fotos können gespeichert und gelesen werden.',
      unreachable: 'Der Speicher ist nicht erreichbar oder nicht beschreibbar: Bis dahin werden keine Fotos angenommen.',
      undeletable: 'Einige Dateien gelöschter Fotos lassen sich nicht entfernen.',
    },
    retention: {
      title: 'Löschen geschlossener Aufträge',
      working: 'Geschlossene Aufträge werden gelöscht, wenn ihre Zeit um ist.',
      switched_off: 'Geschlossene Aufträge bleiben für immer.',
      failed: 'Das letzte Löschen ist gescheitert und kommt von selbst wieder.',
      late: 'Geschlossene Aufträge hätten schon gelöscht werden sollen.',
    },
    rules: {
      title: 'Regeln',
      working: 'Die Regeln werden pünktlich durchgesehen.',
      failed: 'Die letzte Durchsicht der Regeln ist gescheitert und kommt von selbst wieder.',
      late: 'Die Regeln hätten schon durchgesehen werden sollen.',
    },
    kinds: { local: 'Dateien des Servers', s3: 'S3-Bucket' },
    bot: 'Bot',
    heard: 'Bots, die zuhören',
    of: (part, all) => `${part} von ${all}`,
    waiting: 'Wartet auf Versand',
    failing: 'Gescheitert',
    lastSent: 'Zuletzt verschickt',
    lastRun: 'Letzter Lauf',
    nextRun: 'Nächster Lauf',
    never: 'noch nicht',
    kept: 'Aufbewahrt',
    days: (count) => n(count, { one: '{n} Tag', other: '{n} Tage' }),
    kind: 'Art',
    undeletable: 'Dateien, die bleiben',
    due: 'Fällige Regeln',
    blocked: 'Davon aufgehalten',
    blockedText: 'Ihr voriger Auftrag ist offen, oder ihr Ort ist ausgeschaltet.',
  },
};
