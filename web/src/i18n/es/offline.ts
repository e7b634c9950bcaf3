import type { OfflineMessages } from '../en/offline.ts';

export const offline: OfflineMessages = {
  title: 'Sin conexión',
  none: 'Todavía no se conserva nada. Después de tu primera conversión, las herramientas funcionan sin conexión.',
  some: (stored, total) =>
    `${stored} de ${total} están en este dispositivo: las herramientas funcionan sin conexión.`,
  all: (total) => `Todo está en este dispositivo (${total}), también los formatos poco comunes.`,
  get: (rest) => `Tener todo disponible sin conexión (${rest} más)`,
  getAll: 'Tener todo disponible sin conexión',
  getting: 'Descargando los archivos del sitio',
  failed: 'No se pudo. ¿Hay conexión y espacio en el dispositivo?',
  remove: 'Eliminar de este dispositivo',
  newVersion: 'Hay una nueva versión de Stillpix. Llegará con tu próxima visita.',
  reload: 'Recargar ahora',
  later: 'Más tarde',
};
