import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
    message: 'Nachricht',
    close: 'Schließen',
    cancel: 'Abbrechen',
    retry: 'Noch einmal',
    loading: 'Wird geladen',
    more: 'Weiterlesen',
    comingSoon: 'Kommt bald',
    copy: 'Kopieren',
    copied: 'Kopiert',
  },
  live: {
    sent: (bytes, requests) =>
      `${bytes} gesendet in ${requests} ${requests === 1 ? 'Anfrage' : 'Anfragen'}, seit diese Seite offen ist`,
    asked: 'Etwas auf dieser Seite hat einen anderen Server kontaktiert',
    kinds: {
      code: 'Programmcode dieser Website',
      look: 'Stile, Schriften und Bilder dieser Website',
      api: 'Abfragen an unserem Server',
      other: 'Seiten dieser Website',
      elsewhere: 'Andere Server',
    },
    bodies: (requests) =>
      `Gesendet in ${requests} ${requests === 1 ? 'Abfrage' : 'Abfragen'} an unserem Server`,
    foreign: (count) =>
      `${count} weitere ${count === 1 ? 'Anfrage kam' : 'Anfragen kamen'} von anderem Code in diesem Browser, etwa von einer Erweiterung. Wie viel solche Anfragen senden, verraten Browser nicht.`,
    how: 'Gezählt werden Anfragen, wie der Browser sie aufzeichnet, auf dieser Seite und in ihren Workern. Die Bytes sind das, was diese Seite in ihre Abfragen schreibt: wie viele Fotos, welcher Tarif, nie ein Bild. Dazu kommen die Kopfzeilen, die jede Anfrage hat.',
    check:
      'So prüfen Sie es nach: Öffnen Sie die Entwicklerwerkzeuge des Browsers, wählen Sie „Netzwerk“, laden Sie neu und wandeln Sie um. Dort steht jede Anfrage mit dem, was sie sendet.',
    convertedToday: (count) => `Heute ${count} umgewandelt`,
    soonText: 'Dieses Werkzeug wird gerade fertiggestellt. Die anderen sind bereit.',
    promo: 'Sommerangebot: 50\u00a0% Rabatt',
  },
  errors: {
    network: 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    generic: 'Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie kurz und versuchen Sie es erneut.',
    signInRequired: 'Bitte melden Sie sich zuerst an.',
  },
};
