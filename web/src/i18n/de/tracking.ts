import type { TrackingMessages } from '../en/tracking.ts';

export const tracking: TrackingMessages = {
  choices: 'Was Sie entscheiden',
  switches: {
    settings: {
      label: 'Einstellungen des Konverters merken',
      hint: 'Qualität, Größe und Optionen jedes Werkzeugs. Aus: Gemerktes wird gelöscht.',
    },
    counter: {
      label: 'Umwandlungen auf diesem Gerät zählen',
      hint: 'Eine Zahl pro Tag, auf der Startseite gezeigt, nie gesendet. Aus: Die Zahlen werden gelöscht.',
    },
    table: {
      label: 'Meinen Leuchttisch behalten, bis ich wiederkomme',
      hint: 'Fotos, Einstellungen und Ergebnisse, nur in diesem Browser, höchstens 500 MB und 7 Tage. Aus: Was behalten wurde, wird entfernt.',
    },
    offline: {
      label: 'Die Website für die Nutzung ohne Verbindung behalten',
      hint: 'Skripte, Seiten und Codecs dieser Website, in einer Sprache. Aus: Sie werden entfernt.',
    },
    ads: {
      label: 'Anzeigen anderer Firmen zeigen',
      hint: 'Aus: Keine Seite lädt etwas von anderswo. An: Artikel und ihre Listen dürfen Anzeigen von Google zeigen, wo der Betreiber welche gebucht hat. Werkzeugseiten nie, und mit Pro keine Seite.',
    },
  },
  stored: 'Jetzt in diesem Browser',
  nothing: 'Nichts.',
  characters: (count: number) => `${count} Zeichen`,
  remove: 'Löschen',
  forget: (name: string) => `${name} löschen`,
  removeAll: 'Alles löschen',
  removeAllHint: 'Meldet Sie auf diesem Gerät ab. Ihr Konto, falls Sie eines haben, bleibt.',
  allRemoved: 'Alles ist gelöscht',
  notKept: 'Ihr Browser erlaubt dieser Seite nicht, sich etwas zu merken.',
};
