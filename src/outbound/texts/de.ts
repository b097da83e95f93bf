import { de as labels } from '../../product/tickets/labels/de.ts';
import type { Texts } from './en.ts';
import { durationFormatter } from './times.ts';

export const de: Texts = {
  ...labels,
  language: 'de',
  mail: {
    hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
    passwordReset: {
      subject: 'Neues Passwort für Ihr Callout-Konto festlegen',
      asked: 'Für Ihr Callout-Konto wurde ein neues Passwort angefordert.',
      openLink:
        'Öffnen Sie diesen Link innerhalb von 24 Stunden, um eines festzulegen. Er gilt einmal und ersetzt frühere Links.',
      link: 'Neues Passwort festlegen',
      notYou: 'Wenn Sie das nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
    },
    choosePassword: {
      subject: 'Ihr Callout-Konto ist freigegeben',
      confirmed:
        'Ihr Callout-Konto wurde freigegeben. Wählen Sie ein eigenes Passwort, um sich mit dieser E-Mail-Adresse anzumelden.',
      link: 'Passwort wählen',
      expires: 'Der Link gilt einmal und 24 Stunden lang. Nutzen Sie danach „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    passwordChanged: {
      subject: 'Das Passwort Ihres Callout-Kontos wurde geändert',
      changed: 'Das Passwort Ihres Callout-Kontos wurde geändert. Alle anderen Sitzungen sind beendet.',
      notYou: 'Wenn Sie das nicht waren, legen Sie jetzt ein neues Passwort fest und informieren Sie einen Admin.',
      link: 'Neues Passwort festlegen',
    },
    accountEnabled: {
      subject: 'Ein von Ihnen gesperrtes Callout-Konto wurde entsperrt',
      enabled: (account, by) => `Das Konto von ${account}, das Sie gesperrt hatten, wurde von ${by} entsperrt.`,
      disableAgain: 'Wenn das ein Versehen ist, sperren Sie es wieder.',
      link: 'Konten anzeigen',
    },
    twoFactorReset: {
      subject: 'Die Zwei-Faktor-Anmeldung Ihres Callout-Kontos wurde zurückgesetzt',
      reset:
        'Ein Admin hat die Zwei-Faktor-Anmeldung für Ihr Callout-Konto zurückgesetzt. Für die Anmeldung genügt jetzt Ihr Passwort.',
      setUpAgain:
        'Sie können sie in Ihren Sicherheitseinstellungen wieder einschalten. Wenn Sie nicht darum gebeten haben, legen Sie jetzt ein neues Passwort fest und informieren Sie einen Admin.',
      link: 'Neues Passwort festlegen',
    },
    passkeyAdded: {
      subject: 'Zu Ihrem Callout-Konto wurde ein Passkey hinzugefügt',
      added: 'Zu Ihrem Callout-Konto wurde ein Passkey hinzugefügt. Damit kann man sich ohne Passwort anmelden.',
      notYou: 'Wenn Sie das nicht waren, entfernen Sie ihn jetzt, ändern Sie Ihr Passwort und informieren Sie einen Admin.',
      link: 'Sicherheitseinstellungen',
    },
    passkeysRemoved: {
      subject: 'Die Passkeys Ihres Callout-Kontos wurden entfernt',
      removed: 'Ein Admin hat alle Passkeys Ihres Callout-Kontos entfernt. Zur Anmeldung mit dem Passwort ist keiner mehr nötig.',
      addAgain:
        'In Ihren Sicherheitseinstellungen können Sie einen neuen hinzufügen. Wenn Sie nicht darum gebeten haben, ändern Sie jetzt Ihr Passwort und informieren Sie einen Admin.',
      link: 'Sicherheitseinstellungen',
    },
    test: {
      subject: 'Test-E-Mail',
      sentence: 'Diese E-Mail prüft die Einstellungen des Mailservers. Sie funktionieren.',
      link: 'Konsole öffnen',
    },
    accountInvitation: {
      subject: 'Ihr Callout-Konto',
      created: 'Für Sie wurde ein Callout-Konto angelegt. Wählen Sie ein Passwort, um zu beginnen.',
      link: 'Passwort wählen',
      expires: 'Der Link funktioniert einmal und ist 7 Tage gültig.',
      notYou: 'Wenn Sie das nicht erwarten, ignorieren Sie diese E-Mail.',
    },
    grantInvitation: {
      subject: 'Sie sind zu einer Vertretung in Callout eingeladen',
      invited: (principal: string): string => `${principal} lädt Sie ein, die Vertretung in Callout zu übernehmen.`,
      link: 'Beitreten',
      expires: 'Der Link funktioniert einmal und ist 7 Tage gültig.',
      notYou: 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.',
    },
    reportConfirmation: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      asked: (place: string): string =>
        `${place ? `Für „${place}“ wurde ein Problem` : 'Ein Problem wurde'} gemeldet und diese Adresse angegeben, um zu erfahren, wie es weitergeht. Bestätigen Sie sie, um bei jedem Schritt eine E-Mail zu erhalten.`,
      link: 'Adresse bestätigen',
      notYou: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Sie erhalten keine weiteren.',
    },
    reportStep: {
      subject: (headline: string, place: string): string => `Ihre Meldung${place ? ` für „${place}“` : ''}: ${headline}`,
      appointment: 'Termin',
      appointmentSet: (time: string): string => `Es kommt jemand: ${time}`,
      answerIt: 'Auf der Seite Ihrer Meldung können Sie diese Zeit annehmen oder ablehnen.',
      appointmentCanceled: 'Der Termin wurde abgesagt.',
      timesOffered: 'Welche Zeit passt Ihnen? Wählen Sie eine auf der Seite Ihrer Meldung.',
      link: 'Seite Ihrer Meldung',
      end: 'Sie erhalten diese E-Mail, weil Sie ein Problem gemeldet und Ihre Adresse bestätigt haben.',
      endLink: 'Diese E-Mails beenden',
    },
    accountConfirmed: {
      subject: 'Ihr Callout-Konto ist freigegeben',
      confirmed:
        'Ihr Callout-Konto wurde freigegeben. Melden Sie sich mit dieser E-Mail-Adresse und dem für das Konto gewählten Passwort an.',
      link: 'Anmelden',
    },
  },
  ticket: {
    reminder: (id) => `Auftrag #${id} wartet noch auf einen Handwerker`,
    waitsFor: (duration) => `Er wurde vor ${duration} erstellt und noch nicht übernommen.`,
    createdByRule: (id) => `Ein Zeitplan hat den Auftrag #${id} erstellt`,
    createdBefore: (duration) => `Er wurde vor ${duration} erstellt.`,
    // In the dative, for `vor`.
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
  buttons: {
    take: 'Übernehmen',
    start: 'Arbeit beginnen',
    done: 'Arbeit abschließen',
    confirm: 'Bestätigen',
    reject: 'Nacharbeit anfordern',
    hold: 'Pausieren',
    resume: 'Pause beenden',
    back: 'Zurück',
  },
  quoteButtons: { approve: (amount) => `Angebot annehmen: ${amount}`, decline: 'Angebot ablehnen' },
  holdReasons: {
    part: 'Teil fehlt',
    access: 'Kein Zugang',
    quote: 'Angebot',
    weather: 'Wetter',
    other: 'Anderer Grund',
  },
  testMessage: 'Das ist ein Test. Hier erhalten Sie Mitteilungen zu Ihren Aufträgen.',
  botReplies: {
    welcome:
      'Dieser Bot sendet Ihnen Mitteilungen zu Ihren Aufträgen. Um diesen Chat zu verbinden, rufen Sie in Callout unter „Mitteilungen“ einen Code ab und senden Sie ihn hierher.',
    bound:
      'Dieser Chat ist verbunden. Sie erhalten hier Mitteilungen zu Aufträgen, die kein Handwerker übernimmt, und zu Aufträgen aus Zeitplänen. Was Sie außerdem erfahren, wählen Sie in Callout unter „Mitteilungen“. Senden Sie /stop, um sie auszuschalten.',
    bound_worker:
      'Dieser Chat ist verbunden. Wählen Sie in Callout unter „Mitteilungen“, was Sie hier erfahren. /free zeigt die freien Aufträge, /mine Ihre eigenen. Senden Sie /stop, um die Mitteilungen auszuschalten.',
    bound_admin:
      'Dieser Chat ist verbunden. Wählen Sie in Callout unter „Mitteilungen“, was Sie hier erfahren. Senden Sie /stop, um die Mitteilungen auszuschalten.',
    expired: 'Dieser Code wurde schon verwendet oder ist abgelaufen. Rufen Sie in Callout unter „Mitteilungen“ einen neuen ab.',
    unknown: 'Diesen Code gibt es nicht. Rufen Sie in Callout unter „Mitteilungen“ einen neuen ab.',
    bound_here: 'Dieser Chat ist verbunden: Sie erhalten hier Mitteilungen. Senden Sie /stop, um sie auszuschalten.',
    not_bound:
      'Dieser Chat ist mit keinem Konto verbunden. Rufen Sie in Callout unter „Mitteilungen“ einen Code ab und senden Sie ihn hierher.',
    stop_refused:
      'Jemand anderes hat diesen Chat verbunden. Nur diese Person kann die Mitteilungen hier ausschalten, oder die Person, der das Konto gehört, in Callout.',
    stopped: 'Die Mitteilungen sind für diesen Chat ausgeschaltet. Ein neuer Code aus Callout verbindet ihn wieder.',
  },
};
