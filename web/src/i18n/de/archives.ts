import type { ArchiveMessages } from '../en/archives.ts';

export const archives: ArchiveMessages = {
  opening: (name) => `Die Fotos werden aus „${name}“ geholt`,
  count: (done, total) => `${done} von ${total} Dateien`,
  stop: 'Abbrechen',
  reasons: {
    locked:
      'Mit einem Passwort geschützt. Entpacken Sie die ZIP-Datei am Computer und fügen Sie die Fotos dann hinzu.',
    'unknown-method':
      'So gepackt, dass Browser es nicht entpacken können. Entpacken Sie die ZIP-Datei am Computer und fügen Sie dann den Ordner hinzu.',
    damaged: 'In der ZIP-Datei beschädigt. Laden Sie die ZIP-Datei noch einmal herunter.',
    'nothing-inside': 'Diese ZIP-Datei ist leer.',
    'no-archive': 'Das ist keine ZIP-Datei, auch wenn der Name es sagt.',
    'cut-off':
      'Diese ZIP-Datei hört zu früh auf, vermutlich wurde der Download unterbrochen. Laden Sie sie noch einmal herunter.',
    'damaged-list':
      'Diese ZIP-Datei ist beschädigt und ließ sich nicht ganz lesen. Laden Sie sie noch einmal herunter.',
    split:
      'Das ist eine von mehreren Dateien, die zusammengehören. Entpacken Sie sie am Computer und fügen Sie dann den Ordner hinzu.',
    unreadable:
      'Ließ sich nicht lesen. Vielleicht wurde sie verschoben oder geändert: Fügen Sie sie noch einmal hinzu.',
    'too-many':
      'Nur die ersten 2000 Dateien dieser ZIP-Datei wurden genommen. Entpacken Sie sie am Computer und fügen Sie die übrigen von dort hinzu.',
    'too-much':
      'Entpackt ist diese ZIP-Datei größer als 1 GB, deshalb sind einige Fotos darin geblieben. Entpacken Sie sie am Computer und fügen Sie dann den Ordner hinzu.',
  },
};
