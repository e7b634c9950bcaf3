import type { ArchiveMessages } from '../en/archives.ts';

export const archives: ArchiveMessages = {
  opening: (name) => `Sacando las fotos de «${name}»`,
  count: (done, total) => `${done} de ${total} archivos`,
  stop: 'Detener',
  reasons: {
    locked:
      'Está protegido con contraseña. Descomprímelo en tu computadora y añade después las fotos.',
    'unknown-method':
      'Está comprimido de una forma que los navegadores no saben abrir. Descomprime el ZIP en tu computadora y añade la carpeta.',
    damaged: 'Está dañado dentro del ZIP. Vuelve a descargar el ZIP.',
    'nothing-inside': 'Este ZIP no contiene nada.',
    'no-archive': 'No es un ZIP, diga lo que diga su nombre.',
    'cut-off':
      'Este ZIP se acaba antes de tiempo; seguramente se interrumpió la descarga. Descárgalo otra vez.',
    'damaged-list': 'Este ZIP está dañado y no se pudo leer entero. Descárgalo otra vez.',
    split:
      'Es uno de varios archivos que van juntos. Descomprímelos en tu computadora y añade la carpeta.',
    unreadable: 'No se pudo leer. Quizá se movió o se modificó: añádelo otra vez.',
    'too-many':
      'Solo se tomaron los primeros 2000 archivos de este ZIP. Descomprímelo en tu computadora y añade los demás desde allí.',
    'too-much':
      'Descomprimido, este ZIP pasa de 1 GB, así que algunas fotos se quedaron dentro. Descomprímelo en tu computadora y añade la carpeta.',
  },
};
