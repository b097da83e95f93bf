import type { NotificationTexts } from './en.ts';

export const de: NotificationTexts = {
  locale: 'de-DE',
  events: {
    ticket_available: { headline: 'Neuer Auftrag', sentence: () => 'Er ist noch nicht vergeben.' },
    ticket_assigned: {
      headline: 'Ihnen zugewiesen',
      sentence: (actor) => (actor ? `${actor} hat Ihnen diesen Auftrag zugewiesen.` : 'Dieser Auftrag wurde Ihnen zugewiesen.'),
    },
    ticket_started: {
      headline: 'Arbeit begonnen',
      sentence: (actor) => (actor ? `${actor} hat mit der Arbeit begonnen.` : 'Die Arbeit hat begonnen.'),
    },
    ticket_done: {
      headline: 'Bitte bestätigen',
      sentence: (actor) =>
        actor
          ? `${actor} hat die Arbeit abgeschlossen. Bitte prüfen Sie sie.`
          : 'Die Arbeit ist abgeschlossen. Bitte prüfen Sie sie.',
    },
    ticket_rejected: {
      headline: 'Nacharbeit nötig',
      sentence: (actor) => (actor ? `${actor} bittet um Nacharbeit.` : 'Es wird um Nacharbeit gebeten.'),
    },
    ticket_confirmed: {
      headline: 'Bestätigt',
      sentence: (actor) => (actor ? `${actor} hat Ihre Arbeit bestätigt.` : 'Ihre Arbeit wurde bestätigt.'),
    },
    ticket_canceled: {
      headline: 'Storniert',
      sentence: (actor) =>
        actor ? `${actor} hat den Auftrag storniert. Es ist nichts mehr zu tun.` : 'Es ist nichts mehr zu tun.',
    },
    ticket_edited: {
      headline: 'Auftrag geändert',
      sentence: (actor) => (actor ? `${actor} hat diesen Auftrag geändert.` : 'Dieser Auftrag wurde geändert.'),
    },
    comment_added: {
      headline: 'Neuer Kommentar',
      sentence: (actor) => (actor ? `${actor} schreibt:` : 'Jemand schreibt:'),
    },
    invitation: {
      headline: 'Einladung',
      sentence: (actor) =>
        actor ? `${actor} hat Sie in dieses Projekt eingeladen.` : 'Sie wurden in dieses Projekt eingeladen.',
    },
    confirmation_waiting: {
      headline: 'Wartet noch auf Ihre Bestätigung',
      sentence: () => 'Die Arbeit ist seit mehr als einem Tag abgeschlossen. Bitte prüfen Sie sie.',
    },
    handed_back: {
      headline: 'Zurückgegeben',
      sentence: (actor) =>
        actor
          ? `${actor} kann diesen Auftrag nicht erledigen. Bitte weisen Sie ihn neu zu.`
          : 'Dieser Auftrag braucht jemand anderen.',
    },
    ticket_on_hold: {
      headline: 'Pausiert',
      sentence: (actor, _, { waitsFor, time }) =>
        `${actor ? `${actor} hat den Auftrag pausiert` : 'Der Auftrag ist pausiert'}: ${waitsFor}.${time && ` Weiter geht es am ${time}.`}`,
    },
    hold_ended: {
      headline: 'Nicht mehr pausiert',
      sentence: (actor) =>
        actor
          ? `${actor} hat die Pause beendet. Die Arbeit kann weitergehen.`
          : 'Die Pause ist vorbei. Die Arbeit kann weitergehen.',
    },
    appointment_set: {
      headline: 'Termin',
      sentence: (actor, _, { time, answer }) => {
        if (answer) return `Wer das Problem gemeldet hat, hat diese Zeit gewählt: ${time}.`;
        return actor ? `${actor} hat einen Termin festgelegt: ${time}.` : `Ein Termin wurde festgelegt: ${time}.`;
      },
    },
    appointment_canceled: {
      headline: 'Termin abgesagt',
      sentence: (actor, _, { time }) =>
        actor ? `${actor} hat den Termin abgesagt: ${time}.` : `Der Termin wurde abgesagt: ${time}.`,
    },
    appointment_soon: { headline: 'Baldiger Termin', sentence: (_actor, _, { time }) => `Der Termin steht bevor: ${time}.` },
    quote_sent: {
      headline: 'Angebot',
      sentence: (actor, _, { amount }) =>
        actor
          ? `${actor} hat ein Angebot über ${amount} geschickt. Bitte antworten Sie darauf.`
          : `Es gibt ein Angebot über ${amount}. Bitte antworten Sie darauf.`,
    },
    quote_answered: {
      headline: 'Angebot beantwortet',
      sentence: (actor, _, { amount, isApproved }) => {
        const answer = isApproved ? 'angenommen' : 'abgelehnt';
        return actor ? `${actor} hat das Angebot über ${amount} ${answer}.` : `Das Angebot über ${amount} wurde ${answer}.`;
      },
    },
    appointment_answered: {
      headline: 'Antwort zum Termin',
      sentence: (_actor, _, { time, answer }) => {
        if (!time) return 'Wer das Problem gemeldet hat, hat alle Zeiten abgelehnt. Bitte schlagen Sie andere vor.';
        return `Wer das Problem gemeldet hat, hat den Termin ${answer === 'accepted' ? 'angenommen' : 'abgelehnt'}: ${time}.`;
      },
    },
    worker_on_the_way: {
      headline: 'Unterwegs',
      sentence: (actor) => (actor ? `${actor} ist unterwegs.` : 'Der Handwerker ist unterwegs.'),
    },
    due_soon: {
      headline: (deadline) => (deadline === 'take' ? 'Noch nicht übernommen' : 'Bald fällig'),
      sentence: (_, deadline) =>
        deadline === 'take'
          ? 'Noch hat ihn niemand übernommen, und die Frist ist fast abgelaufen.'
          : 'Die Frist für die Arbeit ist fast abgelaufen.',
    },
    overdue: {
      headline: (deadline) => (deadline === 'take' ? 'Nicht rechtzeitig übernommen' : 'Überfällig'),
      sentence: (_, deadline) =>
        deadline === 'take' ? 'Der Auftrag wurde nicht rechtzeitig übernommen.' : 'Die Arbeit wurde nicht rechtzeitig fertig.',
    },
    rule_worker_missing: {
      headline: 'Braucht jemanden',
      sentence: (worker) =>
        worker
          ? `Der Zeitplan sieht ${worker} vor, aber eine Zuweisung ist nicht mehr möglich. Bitte weisen Sie den Auftrag jemand anderem zu.`
          : 'Die im Zeitplan vorgesehene Person kann nicht mehr zugewiesen werden. Bitte weisen Sie den Auftrag jemand anderem zu.',
    },
    report_received: {
      headline: 'Neue Meldung',
      sentence: (worker) =>
        worker
          ? `${worker} hat das bei einem anderen Auftrag gefunden. Bitte sehen Sie es sich an.`
          : 'Jemand ohne Konto hat das gemeldet. Bitte sehen Sie es sich an.',
    },
    document_expiring: { headline: 'Dokument läuft ab', sentence: (_actor, _, { time }) => `Es gilt bis ${time}.` },
    webhook_disabled: {
      headline: 'Webhook deaktiviert',
      sentence: () => 'An ihn wird nichts mehr gesendet. Unter „Webhooks“ sehen Sie den Grund und können ihn wieder aktivieren.',
    },
  },
  changed: (fields) => `Geändert: ${fields}`,
  fields: { description: 'Beschreibung', category: 'Kategorie', priority: 'Priorität', floor: 'Etage' },
  waitsFor: {
    part: 'ein Ersatzteil fehlt',
    access: 'es gibt keinen Zugang',
    quote: 'ein Angebot ist noch offen',
    weather: 'das Wetter lässt es nicht zu',
    other: 'die Arbeit muss warten',
  },
  reason: (reason) => `Grund: ${reason}`,
  internalComment: 'Ein interner Kommentar: Öffnen Sie den Auftrag, um ihn zu lesen.',
  urgent: 'Hohe Priorität',
  open: 'Öffnen',
  digestSubject: (count) => (count === 1 ? 'Eine Mitteilung' : `${count} Mitteilungen`),
  more: (count) => `und ${count} weitere:`,
  unsubscribe: {
    question: 'Möchten Sie keine Mitteilungen per E-Mail mehr erhalten?',
    button: 'Abbestellen',
    done: 'Sie erhalten keine Mitteilungen per E-Mail mehr. Wieder einschalten können Sie sie in Callout unter „Mitteilungen“.',
  },
  settings:
    'Sie erhalten das, weil Sie es in Callout eingeschaltet haben. Ändern oder beenden können Sie es unter „Mitteilungen“.',
};
