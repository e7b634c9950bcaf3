import type { StatusMessages } from '../en/status.ts';

export const status: StatusMessages = {
  checking: 'Wird geprüft …',
  summary: {
    well: 'Alles funktioniert',
    'no-database': 'Konten funktionieren gerade nicht',
    'no-answer': 'Der Server antwortet nicht',
  },
  converting: {
    name: 'Fotos umwandeln',
    works: 'Funktioniert. Umgewandelt wird in Ihrem Browser, ohne Server.',
  },
  server: {
    name: 'Server dieser Website',
    answers: (milliseconds: number) => `Antwortet in ${milliseconds} ms`,
    isThere: 'Antwortet, erreicht aber seine Datenbank nicht',
    away: 'Antwortet nicht. Es kann auch an Ihrer Verbindung liegen.',
  },
  accounts: {
    name: 'Konten und Zahlungen',
    well: 'Funktionieren',
    'no-database': 'Warten auf die Datenbank. Was gespeichert war, ist nicht verloren.',
    'no-answer': 'Nicht erreichbar',
  },
  again: 'Noch einmal prüfen',
  checked: (time: string) => `Geprüft um ${time}`,
  version: (version: string) => `Version ${version}`,
};
