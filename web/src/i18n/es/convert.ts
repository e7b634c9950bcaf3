import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  shareFailed: 'Lo compartido no llegó. Compártelo otra vez o elige las fotos aquí.',
  dropZone: {
    label: 'Convertidor de fotos',
    title: (from) => (from ? `Suelta aquí tus fotos ${from}` : 'Suelta aquí tus fotos'),
    titleTouch: (from) => (from ? `Tus fotos ${from}` : 'Tus fotos'),
    dropNow: 'Suéltalas y quedarán sobre la mesa de luz',
    choose: 'Elegir fotos',
    chooseFolder: 'Elegir una carpeta',
    watchFolder: 'Vigilar una carpeta',
    or: (keys) => `o pégalas con ${keys}`,
    pasteKeys: 'Ctrl + V',
    accepted: (formats) => `${formats} · también en un ZIP · hasta 50 MB cada una`,
    batch: (max) => `${max} a la vez`,
    private: 'Tus fotos se quedan en este dispositivo. No se sube nada.',
    needsScript:
      'La conversión se hace en tu navegador y necesita JavaScript. Actívalo para esta página.',
    tooOld:
      'Este navegador es demasiado antiguo para convertir imágenes por sí mismo. Actualízalo o abre esta página en una versión reciente de Safari, Chrome, Edge o Firefox.',
    loading: 'Preparando la mesa de luz…',
    loadFailed: 'No se pudo cargar el convertidor. Comprueba tu conexión e inténtalo de nuevo.',
    tryAgain: 'Intentar de nuevo',
  },
  formats: {
    usual: 'HEIC, WEBP o PNG',
    all: 'HEIC, WEBP, PNG o JPG',
    hdr: 'HEIC, AVIF o JPG',
    motion: 'HEIC, JPG o MOV',
    video: 'HEIC o JPG',
  },
  intake: {
    tooMany: (max, offerPro) =>
      `Solo puedes elegir hasta ${max} archivos a la vez.${offerPro ? ' Con Pro puedes elegir hasta 20.' : ''}`,
    dropped: (formats) => `Se rechazaron algunos archivos. Elige solo archivos ${formats}.`,
    picked: (formats) =>
      `Algunos archivos no son compatibles. Solo se admiten archivos ${formats}.`,
    noneValid: 'Elige al menos un archivo de imagen válido.',
    notAllowed: 'No se añadió',
    reasons: {
      'too-large': 'El archivo es demasiado grande. El tamaño máximo es de 50 MB.',
      unsupported: 'Formato de archivo no compatible',
      empty: 'El archivo está vacío: tiene nombre, pero nada dentro.',
      duplicate: 'Ya está en la mesa.',
    },
    someLeftOut: 'Algunos archivos se quedaron fuera',
    dismiss: 'Descartar',
  },
};
