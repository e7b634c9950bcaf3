import type { FolderMessages } from '../en/folders.ts';

export const folders: FolderMessages = {
  saveTo: (folder) => `In „${folder}“ speichern`,
  another: 'Anderer Ordner',
  remember: 'Diesen Ordner merken',
  watch: {
    title: 'Ordner überwachen',
    explain:
      'Neue Fotos im ersten Ordner werden umgewandelt, sobald sie eintreffen, und im zweiten gespeichert: mit den Einstellungen dieses Werkzeugs und solange diese Seite offen ist.',
    from: 'Neue Fotos aus',
    into: 'Ergebnisse in',
    choose: 'Ordner wählen',
    present: 'Auch umwandeln, was schon da ist',
    start: 'Überwachung starten',
    stop: 'Beenden',
    close: 'Schließen',
    same: 'Wählen Sie zwei verschiedene Ordner, sonst würde jedes Ergebnis noch einmal umgewandelt.',
    watching: (folder) => `„${folder}“ wird überwacht`,
    converted: (count, folder) =>
      count === 0
        ? 'Noch nichts Neues.'
        : `${count === 1 ? '1 Foto' : `${count} Fotos`} umgewandelt und in „${folder}“ gespeichert.`,
    report: (name, text) => `${name}: ${text}`,
    ended: {
      'not-pro':
        'Die Überwachung ist beendet: Sie gehört zu Pro, und der Server bestätigt Pro nicht mehr.',
      'folder-gone':
        'Die Überwachung ist beendet: Einer der Ordner ist nicht mehr erreichbar. Wählen Sie ihn noch einmal.',
    },
    refused: 'Dieser Ordner ließ sich nicht öffnen. Bitte wählen Sie einen anderen.',
  },
};
