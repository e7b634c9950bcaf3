import type { MailDictionary } from './dictionary.ts';

export const de: MailDictionary = {
  greeting: 'Hallo,',
  linkHint:
    'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  footer: 'Stillpix wandelt Bilder in Ihrem Browser um. Ihre Bilder verlassen Ihr Gerät nie.',
  unknownDevice: 'ein unbekanntes Gerät',
  order: {
    monthly:
      'Sie haben Pro mit monatlicher Zahlung bestellt. Es verlängert sich für {price} im Monat, bis Sie kündigen. {tax}',
    annual:
      'Sie haben Pro mit jährlicher Zahlung bestellt. Es verlängert sich für {price} im Jahr, bis Sie kündigen. {tax}',
  },
  withdrawal:
    'Sie können diese Bestellung innerhalb von 14 Tagen ohne Angabe von Gründen widerrufen: mit der Schaltfläche unter „Abrechnung“ oder indem Sie es in einer Antwort auf diese E-Mail erklären. Sie haben uns gebeten, sofort zu beginnen; Sie erhalten trotzdem alles zurück, was Sie bezahlt haben.',
  'reset-password': {
    subject: 'Ihr Stillpix-Passwort zurücksetzen',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, wollte das Passwort Ihres Stillpix-Kontos zurücksetzen.',
      'Der Link gilt einmal und {minutes} Minuten lang. Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
    button: 'Neues Passwort wählen',
  },
  'set-password': {
    subject: 'Ihr Stillpix-Passwort festlegen',
    paragraphs: [
      'Ihr Stillpix-Konto ist angelegt. Es fehlt nur noch ein Passwort.',
      'Der Link gilt einmal und {minutes} Minuten lang. Danach schickt Ihnen „Passwort vergessen?“ einen neuen.',
    ],
    button: 'Passwort festlegen',
  },
  'account-exists': {
    subject: 'Sie haben bereits ein Stillpix-Konto',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, wollte mit dieser Adresse ein Stillpix-Konto anlegen. Es gibt schon eines, Sie können sich also einfach anmelden.',
      'Falls Sie das Passwort vergessen haben, wählen Sie ein neues. Der Link gilt einmal und {minutes} Minuten lang.',
    ],
    button: 'Neues Passwort wählen',
  },
  'confirm-email': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Bitte bestätigen Sie, dass diese Adresse für Ihr Stillpix-Konto verwendet werden soll.',
      'Falls Sie das nicht wollten, ignorieren Sie diese E-Mail einfach: Es ändert sich nichts.',
    ],
    button: 'Adresse bestätigen',
  },
  welcome: {
    subject: 'Willkommen bei Stillpix',
    paragraphs: [
      'Ihr Konto ist angelegt. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit Sie immer wieder hineinkommen.',
      'Sie haben kein Konto angelegt? Dann hat sich jemand bei der Adresse vertippt, und Sie können diese E-Mail ignorieren.',
    ],
    button: 'Adresse bestätigen',
  },
  'password-changed': {
    subject: 'Ihr Stillpix-Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Stillpix-Kontos wurde soeben geändert, und alle anderen Geräte wurden abgemeldet.',
      'Waren Sie es nicht, wählen Sie sofort über „Passwort vergessen?“ ein neues und schreiben Sie uns.',
    ],
  },
  'email-changed': {
    subject: 'Ihre E-Mail-Adresse bei Stillpix wurde geändert',
    paragraphs: [
      'Ihr Stillpix-Konto verwendet jetzt eine andere E-Mail-Adresse. Dies ist die letzte E-Mail an die alte.',
      'Waren Sie es nicht, antworten Sie bitte auf diese E-Mail.',
    ],
  },
  'new-sign-in': {
    subject: 'Neue Anmeldung bei Stillpix',
    paragraphs: [
      'Bei Ihrem Stillpix-Konto hat sich soeben jemand angemeldet: {device}.',
      'Waren Sie es nicht, ändern Sie Ihr Passwort: Das meldet alle anderen Geräte ab.',
    ],
  },
  'account-deleted': {
    subject: 'Ihr Stillpix-Konto wurde gelöscht',
    paragraphs: [
      'Ihr Stillpix-Konto wurde mit allem gelöscht, was dazu gespeichert war. Es wird nichts mehr abgebucht.',
      'Bilder umwandeln können Sie auch ohne Konto, Sie sind also jederzeit willkommen.',
    ],
  },
  'pro-welcome': {
    subject: 'Willkommen bei Stillpix Pro',
    paragraphs: [
      'Vielen Dank. Ihre Zahlung ist eingegangen, und Pro ist freigeschaltet: bis zu {proFiles} Dateien auf einmal, Qualitätsregler, ZIP-Download und keine Werbung.',
      'Falls Sie Ihr Konto noch nicht eingerichtet haben, geht das mit diesem Link, auch auf einem anderen Gerät.',
      '{order}',
      '{withdrawal}',
    ],
    button: 'Zu Ihrem Konto',
  },
  'payment-failed': {
    subject: 'Ihre Zahlung für Stillpix Pro ist fehlgeschlagen',
    paragraphs: [
      'Wir konnten Stillpix Pro mit der hinterlegten Karte nicht verlängern. Die Abbuchung wird automatisch noch einmal versucht.',
      'Pro bleibt bis zum {date} aktiv. Um es zu behalten, prüfen oder ersetzen Sie bitte die Karte unter „Abrechnung“.',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-canceled': {
    subject: 'Stillpix Pro ist gekündigt',
    paragraphs: [
      'Ihr Abonnement verlängert sich nicht. Pro bleibt bis zum {date} aktiv, und es wird nichts mehr abgebucht.',
      'Falls Sie es sich bis dahin anders überlegen, nimmt ein Klick unter „Abrechnung“ die Kündigung zurück.',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-ended': {
    subject: 'Stillpix Pro ist beendet',
    paragraphs: [
      'Ihr Abo ist beendet und damit auch Pro. Es wird nichts mehr abgebucht.',
      'Ihr Konto bleibt, und bis zu {freeFiles} Dateien auf einmal umzuwandeln ist weiterhin gratis.',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-plan-changed': {
    subject: 'Ihr Tarif bei Stillpix Pro wurde geändert',
    paragraphs: [
      'Sie haben den Tarif gewechselt. Der Rest des bisherigen wurde angerechnet, der übrige Betrag von Ihrer Karte abgebucht.',
      '{order}',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-paid-twice': {
    subject: 'Sie hatten Pro bereits bezahlt',
    paragraphs: [
      'Stillpix Pro wurde mit dieser Adresse zweimal bezahlt. Wir haben das zweite Abonnement beendet und {amount} erstattet. Bis Ihre Bank die Erstattung anzeigt, dauert es einige Tage.',
      'Das erste läuft unverändert weiter. Über die Schaltfläche gelangen Sie dorthin.',
    ],
    button: 'Pro öffnen',
  },
  'pro-refunded': {
    subject: 'Ihr Geld ist auf dem Weg zurück',
    paragraphs: [
      'Wir haben {amount} erstattet und Stillpix Pro beendet. Bis Ihre Bank die Erstattung anzeigt, dauert es einige Tage.',
      'Ihr Konto bleibt bestehen, und bis zu {freeFiles} Dateien auf einmal umzuwandeln ist weiterhin kostenlos.',
    ],
  },
  'pro-refund-failed': {
    subject: 'Ihre Erstattung ist nicht angekommen',
    paragraphs: [
      'Wir haben {amount} erstattet, doch Ihre Bank hat uns das Geld zurückgeschickt. Das geschieht, wenn eine Karte nicht mehr gültig ist oder ihr Konto aufgelöst wurde.',
      'Das Geld gehört weiterhin Ihnen. Bitte schreiben Sie uns, dann schicken wir es auf einem anderen Weg. Nennen Sie uns dabei keine Kartennummer.',
    ],
    button: 'Kontakt',
  },
};
