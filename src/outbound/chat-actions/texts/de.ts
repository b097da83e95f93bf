import { de as labels } from '../../../product/tickets/labels/de.ts';
import type { ChatTexts } from './en.ts';

export const de: ChatTexts = {
  ...labels,
  canceled: 'Storniert',
  did: {
    take: 'Sie haben den Auftrag übernommen.',
    start: 'Die Arbeit hat begonnen.',
    done: 'Der Auftrag ist als erledigt gemeldet.',
    confirm: 'Die Arbeit ist bestätigt, der Auftrag ist geschlossen.',
    reject: 'Die Nacharbeit ist mit Ihrer Begründung angefordert.',
  },
  locale: 'de-DE',
  onHold: (reason, until) => (until ? `Pausiert bis ${until}: ${reason}` : `Pausiert: ${reason}`),
  appointment: (time) => `Termin: ${time}`,
  holdDid: { hold: 'Der Auftrag ist pausiert.', resume: 'Die Pause ist beendet.' },
  askHold: 'Worauf wartet die Arbeit?',
  alreadyOnHold: 'Der Auftrag ist schon pausiert.',
  notOnHold: 'Der Auftrag ist nicht pausiert.',
  urgent: 'Hohe Priorität',
  reason: (reason) => `Grund: ${reason}`,
  already: (status) => `Es hat sich nichts geändert: Der Status ist bereits „${status}“.`,
  notPossible: (status) => `Das ist nicht mehr möglich: Der Status ist jetzt „${status}“.`,
  takenByOther: 'Jemand anderes hat diesen Auftrag übernommen.',
  notMember: 'Sie arbeiten nicht mehr für das Projekt dieses Auftrags.',
  notYours: 'Dieser Auftrag gehört nicht zu Ihren Aufträgen.',
  gone: 'Diesen Auftrag gibt es nicht mehr.',
  notConnected:
    'Dieser Chat ist nicht mehr mit diesem Konto verbunden. Rufen Sie in Callout unter „Mitteilungen“ einen Code ab und senden Sie ihn hierher.',
  secondFactorRequired:
    'Ihr Konto braucht zuerst einen zweiten Faktor. Öffnen Sie Callout und richten Sie ihn unter „Sicherheit“ ein.',
  unknownButton: 'Diese Schaltfläche funktioniert nicht mehr. /mine zeigt, was zu tun ist.',
  quote: (amount, until) => (until ? `Angebot: ${amount}, gültig bis ${until}` : `Angebot: ${amount}`),
  moreLines: (count) => (count === 1 ? 'und ein weiterer Posten' : `und ${count} weitere Posten`),
  quoteDid: { approved: 'Das Angebot ist angenommen.', declined: 'Das Angebot wurde mit Ihrer Begründung abgelehnt.' },
  quoteNow: {
    open: 'Dieses Angebot kann hier nicht beantwortet werden.',
    approved: 'Nichts hat sich geändert: Das Angebot ist schon angenommen.',
    declined: 'Nichts hat sich geändert: Das Angebot wurde schon abgelehnt.',
    withdrawn: 'Das Angebot wurde zurückgezogen.',
    expired: 'Das Angebot gilt nicht mehr.',
  },
  askDecline: (request) =>
    `Warum lehnen Sie das Angebot für ${request} ab? Antworten Sie mit der Begründung auf diese Nachricht.`,
  askReason: (request) => `Was fehlt noch bei ${request}? Antworten Sie mit der Begründung auf diese Nachricht.`,
  reasonPlaceholder: 'Begründung',
  reasonTooShort: (min) => `Die Begründung muss mindestens ${min} Zeichen haben.`,
  reasonTooLong: (max) => `Die Begründung darf höchstens ${max} Zeichen haben.`,
  questionClosed: (status) =>
    `Ihre Begründung wurde nicht verwendet: Sie gehört zu einer früheren Frage, und der Status ist jetzt „${status}“.`,
  noQuestion:
    'Diese Antwort wurde nicht verwendet. Um Nacharbeit anzufordern, drücken Sie zuerst „Nacharbeit anfordern“ unter der Nachricht zum Auftrag.',
  workersOnly: 'Nur Handwerker übernehmen Aufträge. /mine zeigt Ihre Aufträge.',
  none: { mine: 'Für Sie ist nichts offen.', free: 'Zurzeit gibt es keine freien Aufträge.' },
  list: { mine: (count) => `Offen (${count})`, free: (count) => `Freie Aufträge (${count})` },
  more: (count) => (count === 1 ? 'Ein weiterer in Callout:' : `${count} weitere in Callout:`),
  photoAdded: (count, max) => `Foto hinzugefügt (${count} von ${max}).`,
  photosAdded: (added, count, max) =>
    added === 1 ? `Foto hinzugefügt (${count} von ${max}).` : `${added} Fotos hinzugefügt (${count} von ${max}).`,
  notAdded: (count, why) =>
    count === 1 ? `Eine Datei wurde nicht hinzugefügt. ${why}` : `${count} Dateien wurden nicht hinzugefügt. ${why}`,
  file: {
    no_job: () =>
      'Sie haben keinen Auftrag in Arbeit. Beginnen Sie zuerst einen, oder senden Sie das Foto als Antwort auf die Nachricht zu seinem Auftrag. /mine zeigt Ihre Aufträge.',
    several_jobs: () =>
      'Sie haben mehrere Aufträge in Arbeit. Senden Sie das Foto als Antwort auf die Nachricht zu seinem Auftrag. /mine zeigt Ihre Aufträge.',
    workers_only: () => 'Fotos der Arbeit fügt der Handwerker des Auftrags hinzu.',
    no_ticket: () => 'Diesen Auftrag gibt es nicht mehr.',
    not_yours: () => 'Fotos fügt der Handwerker des Auftrags hinzu, und dieser ist nicht Ihrer.',
    not_in_progress: () => 'Fotos können nur hinzugefügt werden, solange der Auftrag in Arbeit ist.',
    full: ({ photos }) => `Dieser Auftrag hat schon ${photos} Fotos, mehr sind nicht möglich.`,
    no_photo: () => 'Nur Fotos können hinzugefügt werden: JPEG, PNG oder WebP.',
    heic: () =>
      'HEIC-Dateien können nicht hinzugefügt werden. Senden Sie das Bild als Foto statt als Datei, dann wandelt der Messenger es um.',
    too_large: ({ size }) => `Die Datei ist größer als ${size} MB.`,
    damaged: () => 'Dieses Foto ist beschädigt. Bitte senden Sie es noch einmal.',
    not_fetched: () => 'Das Foto konnte nicht vom Messenger abgerufen werden. Bitte senden Sie es noch einmal.',
  },
};
