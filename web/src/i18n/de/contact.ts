import type { ContactMessages } from '../en/contact.ts';

export const contact: ContactMessages = {
  email: 'Ihre E-Mail-Adresse',
  emailHint: 'Dorthin geht die Antwort.',
  name: 'Name',
  nameHint: 'Freiwillig.',
  topic: 'Worum geht es?',
  topics: {
    conversion: 'Ein Foto oder eine Umwandlung',
    billing: 'Abo oder Zahlung',
    privacy: 'Datenschutz',
    security: 'Ein Sicherheitsproblem',
    other: 'Etwas anderes',
  },
  message: 'Ihre Nachricht',
  messageHint: 'Bitte keine Kartennummern und keine Passwörter.',
  diagnosticsTitle: 'Diagnose anfügen',
  diagnostics: 'Diagnose',
  diagnosticsInsert: 'Zeilen dieses Besuchs einfügen',
  diagnosticsHint:
    'Wenn eine Umwandlung scheitert, liefert „Diagnose kopieren“ technische Zeilen ohne Dateinamen und Bilder. Fügen Sie sie hier ein.',
  send: 'Nachricht senden',
  sending: 'Wird gesendet …',
  priority: 'Sie haben Pro: Ihre Nachricht wird bevorzugt beantwortet.',
  emailRequired: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
  emailInvalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  emailUnanswerable:
    'Unter dieser Adresse liest niemand Antworten. Bitte geben Sie Ihre eigene ein.',
  messageRequired: 'Bitte schreiben Sie, worum es geht',
  sentTitle: 'Ihre Nachricht ist angekommen',
  sentText: (email: string) => `Vielen Dank. Die Antwort kommt per E-Mail an ${email}.`,
  sentPriority: 'Weil Sie Pro haben, wird sie bevorzugt beantwortet.',
  another: 'Noch eine Nachricht schreiben',
  failedTitle: 'Ihre Nachricht wurde nicht gesendet',
  failedText: (support: string) =>
    `Bitte versuchen Sie es noch einmal oder schreiben Sie an ${support}. Ihr Text steht noch da.`,
  tooMany: (support: string) =>
    `Das waren viele Nachrichten in kurzer Zeit. Bitte warten Sie eine Stunde oder schreiben Sie an ${support}.`,
  invalid: 'Bitte prüfen Sie Ihre Angaben.',
};
