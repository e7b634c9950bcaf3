import type { FolderMessages } from '../en/folders.ts';

export const folders: FolderMessages = {
  saveTo: (folder) => `Guardar en «${folder}»`,
  another: 'Otra carpeta',
  remember: 'Recordar esta carpeta',
  watch: {
    title: 'Vigilar una carpeta',
    explain:
      'Las fotos nuevas de la primera carpeta se convierten en cuanto llegan y se guardan en la segunda, con los ajustes de esta herramienta y mientras la página esté abierta.',
    from: 'Las fotos llegan a',
    into: 'Los resultados van a',
    choose: 'Elegir carpeta',
    present: 'Convertir también lo que ya hay',
    start: 'Empezar a vigilar',
    stop: 'Detener',
    close: 'Cerrar',
    same: 'Elige dos carpetas distintas; si no, cada resultado se volvería a convertir.',
    watching: (folder) => `Vigilando «${folder}»`,
    converted: (count, folder) =>
      count === 0
        ? 'Todavía nada nuevo.'
        : `${count === 1 ? '1 foto convertida y guardada' : `${count} fotos convertidas y guardadas`} en «${folder}».`,
    report: (name, text) => `${name}: ${text}`,
    ended: {
      'not-pro':
        'La vigilancia terminó: es parte de Pro y el servidor ya no confirma que lo tengas.',
      'folder-gone':
        'La vigilancia terminó: ya no se puede acceder a una de las carpetas. Elígela de nuevo.',
    },
    refused: 'No se pudo abrir esta carpeta. Elige otra.',
  },
};
