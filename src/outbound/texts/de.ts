import { durationFormatter } from './duration.ts';
import type { Texts } from './en.ts';

export const de: Texts = {
  language: 'de',
  category: { electric: 'Elektrik', plumbing: 'Sanitär', climate: 'Heizung & Klima', elevator: 'Aufzug', other: 'Sonstiges' },
  priority: { low: 'Niedrig', normal: 'Normal', high: 'Hoch' },
  mail: {
    hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
    passwordReset: {
      subject: 'Neues Passwort wählen',
      asked: 'Für Ihr Callout-Konto wurde ein neues Passwort angefordert, hoffentlich von Ihnen.',
      openLink:
        'Öffnen Sie diesen Link innerhalb von 24 Stunden, um eines zu wählen. Er gilt einmal; frühere Links sind ungültig.',
      link: 'Neues Passwort wählen',
      notYou: 'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    },
    choosePassword: {
      subject: 'Ihr Konto ist freigegeben',
      confirmed: 'Ihr Callout-Konto wurde freigegeben. Wählen Sie ein eigenes Passwort, um sich mit dieser Adresse anzumelden.',
      link: 'Passwort wählen',
      expires: 'Der Link gilt einmal und 24 Stunden lang. Danach hilft „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      changed: 'Das Passwort Ihres Callout-Kontos wurde geändert. Alle anderen Sitzungen sind beendet.',
      notYou: 'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort und informieren Sie die Administration.',
      link: 'Neues Passwort wählen',
    },
    accountEnabled: {
      subject: 'Ein Konto wurde entsperrt',
      enabled: (account, by) => `Das Konto von ${account}, das Sie gesperrt hatten, wurde von ${by} entsperrt.`,
      disableAgain: 'Sperren Sie es wieder, falls das falsch ist.',
      link: 'Konten anzeigen',
    },
    twoFactorReset: {
      subject: 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet',
      switchedOff:
        'Ein Admin hat die Zwei-Faktor-Anmeldung für Ihr Callout-Konto ausgeschaltet. Für die Anmeldung genügt jetzt Ihr Passwort.',
      setUpAgain:
        'Sie können sie in Ihren Sicherheitseinstellungen neu einrichten. Wenn Sie nicht darum gebeten haben, wählen Sie jetzt ein neues Passwort und informieren Sie die Administration.',
      link: 'Neues Passwort wählen',
    },
    accountConfirmed: {
      subject: 'Ihr Konto ist freigegeben',
      confirmed:
        'Ihr Callout-Konto wurde freigegeben. Sie können sich mit dieser Adresse und dem dazu gewählten Passwort anmelden.',
      link: 'Anmelden',
    },
  },
  ticket: {
    reminder: (id) => `Auftrag #${id} wartet noch auf einen Handwerker`,
    waitsFor: (duration) => `Seit ${duration} hat ihn niemand übernommen.`,
    createdByRule: (id) => `Ein Zeitplan hat den Auftrag #${id} erstellt`,
    createdBefore: (duration) => `Er wurde vor ${duration} erstellt.`,
    // In the dative, for `seit` and `vor`.
    duration: durationFormatter(
      'de',
      {
        day: { one: 'Tag', other: 'Tagen' },
        hour: { one: 'Stunde', other: 'Stunden' },
        minute: { one: 'Minute', other: 'Minuten' },
      },
      'weniger als einer Minute',
    ),
    floor: (floor) => (/^\W?\d+\w?$/.test(floor) ? `Etage ${floor}` : floor),
    withPriority: (name) => `Priorität: ${name}`,
  },
  testMessage: 'Das ist ein Test. Hier erhalten Sie Mitteilungen zu Ihren Aufträgen.',
  botReplies: {
    welcome:
      'Dieser Bot sendet Ihnen Mitteilungen zu Ihren Aufträgen. Um diesen Chat zu verbinden, fordern Sie in der Konsole unter „Mitteilungen“ einen Code an und senden Sie ihn hierher.',
    bound:
      'Dieser Chat ist verbunden. Sie erhalten hier Mitteilungen zu wartenden Aufträgen und zu Aufträgen aus Zeitplänen. /stop beendet sie.',
    expired: 'Dieser Code wurde schon verwendet oder ist abgelaufen. Fordern Sie in der Konsole einen neuen an.',
    unknown: 'Diesen Code gibt es nicht. Fordern Sie in der Konsole einen neuen an.',
    bound_here: 'Dieser Chat ist verbunden: Sie erhalten hier Mitteilungen. /stop beendet sie.',
    not_bound: 'Dieser Chat ist mit keinem Konto verbunden. Fordern Sie in der Konsole einen Code an und senden Sie ihn hierher.',
    stop_refused:
      'Jemand anders hat diesen Chat verbunden. Nur diese Person kann die Mitteilungen hier beenden, oder der Inhaber des Kontos in der Konsole.',
    stopped: 'Sie erhalten hier keine Mitteilungen mehr. Ein neuer Code aus der Konsole verbindet diesen Chat wieder.',
  },
};
