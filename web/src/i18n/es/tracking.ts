import type { TrackingMessages } from '../en/tracking.ts';

export const tracking: TrackingMessages = {
  choices: 'Lo que decides tú',
  switches: {
    settings: {
      label: 'Recordar los ajustes del convertidor',
      hint: 'Calidad, tamaño y opciones de cada herramienta. Al desactivarlo se borra lo recordado.',
    },
    counter: {
      label: 'Contar las conversiones en este dispositivo',
      hint: 'Un número al día, que se muestra en la página de inicio y nunca se envía. Al desactivarlo se borran los números.',
    },
    table: {
      label: 'Guardar mi mesa hasta que vuelva',
      hint: 'Fotos, ajustes y resultados, solo en este navegador, hasta 500 MB y 7 días. Desactivado: se borra lo guardado.',
    },
    offline: {
      label: 'Conservar el sitio para usarlo sin conexión',
      hint: 'Scripts, páginas y códecs de este sitio, en un idioma. Desactivado: se eliminan.',
    },
    ads: {
      label: 'Mostrar anuncios de terceros',
      hint: 'Desactivado: ninguna página carga nada de otros. Activado: los artículos y sus listas pueden mostrar anuncios de Google, si el operador los contrató. Las páginas de herramientas nunca, y con Pro ninguna.',
    },
  },
  stored: 'En este navegador ahora mismo',
  nothing: 'Nada.',
  characters: (count: number) => `${count} ${count === 1 ? 'carácter' : 'caracteres'}`,
  remove: 'Borrar',
  forget: (name: string) => `Borrar ${name}`,
  removeAll: 'Borrarlo todo',
  removeAllHint: 'Cierra tu sesión en este dispositivo. Tu cuenta, si la tienes, sigue existiendo.',
  allRemoved: 'Se borró todo',
  notKept: 'Tu navegador no deja que esta página recuerde nada.',
};
