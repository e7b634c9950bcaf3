import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  shareFailed:
    'Das Geteilte ist nicht angekommen. Teilen Sie es noch einmal oder wählen Sie die Fotos hier.',
  dropZone: {
    label: 'Fotokonverter',
    title: (from) => (from ? `${from}-Fotos hier ablegen` : 'Fotos hier ablegen'),
    titleTouch: (from) => (from ? `Ihre ${from}-Fotos` : 'Ihre Fotos'),
    dropNow: 'Loslassen, und sie liegen auf dem Leuchttisch',
    choose: 'Fotos auswählen',
    chooseFolder: 'Ordner auswählen',
    watchFolder: 'Ordner überwachen',
    or: (keys) => `oder mit ${keys} einfügen`,
    pasteKeys: 'Strg + V',
    accepted: (formats) => `${formats} · auch als ZIP · je bis zu 50 MB`,
    batch: (max) => `${max} auf einmal`,
    private: 'Ihre Fotos bleiben auf diesem Gerät. Nichts wird hochgeladen.',
    needsScript:
      'Die Umwandlung geschieht in Ihrem Browser und braucht JavaScript. Bitte schalten Sie es für diese Seite ein.',
    tooOld:
      'Dieser Browser ist zu alt, um Bilder selbst umzuwandeln. Bitte aktualisieren Sie ihn oder öffnen Sie diese Seite in einem aktuellen Safari, Chrome, Edge oder Firefox.',
    loading: 'Der Leuchttisch wird vorbereitet …',
    loadFailed:
      'Der Konverter ließ sich nicht laden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tryAgain: 'Noch einmal versuchen',
  },
  formats: {
    usual: 'HEIC, WEBP oder PNG',
    all: 'HEIC, WEBP, PNG oder JPG',
    hdr: 'HEIC, AVIF oder JPG',
    motion: 'HEIC, JPG oder MOV',
    video: 'HEIC oder JPG',
  },
  intake: {
    tooMany: (max, offerPro) =>
      `Sie können höchstens ${max} Dateien auf einmal wählen.${offerPro ? ' Mit Pro sind es bis zu 20.' : ''}`,
    dropped: (formats) =>
      `Einige Dateien wurden abgelehnt. Bitte wählen Sie nur Dateien im Format ${formats}.`,
    picked: (formats) =>
      `Einige Dateien werden nicht unterstützt. Erlaubt sind nur Dateien im Format ${formats}.`,
    noneValid: 'Bitte wählen Sie mindestens eine gültige Bilddatei.',
    notAllowed: 'Nicht hinzugefügt',
    reasons: {
      'too-large': 'Die Datei ist zu groß. Höchstens 50 MB sind möglich.',
      unsupported: 'Dateiformat wird nicht unterstützt',
      empty: 'Die Datei ist leer: Sie hat einen Namen, aber keinen Inhalt.',
      duplicate: 'Diese Datei liegt schon auf dem Leuchttisch.',
    },
    someLeftOut: 'Einige Dateien wurden nicht angenommen',
    dismiss: 'Ausblenden',
  },
};
