import type { OfflineMessages } from '../en/offline.ts';

export const offline: OfflineMessages = {
  title: 'Ohne Verbindung',
  none: 'Noch ist nichts gespeichert. Nach Ihrer ersten Umwandlung funktionieren die Werkzeuge ohne Verbindung.',
  some: (stored, total) =>
    `${stored} von ${total} liegen auf diesem Gerät: Die Werkzeuge funktionieren ohne Verbindung.`,
  all: (total) => `Alles liegt auf diesem Gerät (${total}), auch die seltenen Formate.`,
  get: (rest) => `Alles offline verfügbar machen (noch ${rest})`,
  getAll: 'Alles offline verfügbar machen',
  getting: 'Die Dateien der Website werden geladen',
  failed: 'Das hat nicht geklappt. Prüfen Sie die Verbindung und den freien Speicherplatz.',
  remove: 'Von diesem Gerät entfernen',
  newVersion: 'Eine neue Version von Stillpix ist da. Sie kommt mit Ihrem nächsten Besuch.',
  reload: 'Jetzt neu laden',
  later: 'Später',
};
