import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
    message: 'Mensaje',
    close: 'Cerrar',
    cancel: 'Cancelar',
    retry: 'Reintentar',
    loading: 'Cargando',
    more: 'Leer más',
    comingSoon: 'Próximamente',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  live: {
    sent: (bytes, requests) =>
      `${bytes} enviados en ${requests} ${requests === 1 ? 'petición' : 'peticiones'} desde que se abrió esta página`,
    asked: 'Algo en esta página contactó con otro servidor',
    kinds: {
      code: 'Código de este sitio',
      look: 'Estilos, fuentes e imágenes de este sitio',
      api: 'Consultas a nuestro servidor',
      other: 'Páginas de este sitio',
      elsewhere: 'Otros servidores',
    },
    bodies: (requests) =>
      `Enviado en ${requests} ${requests === 1 ? 'consulta' : 'consultas'} a nuestro servidor`,
    foreign: (count) =>
      `${count} ${count === 1 ? 'petición más vino' : 'peticiones más vinieron'} de otro código en este navegador, por ejemplo de una extensión. Los navegadores no dicen cuánto envían.`,
    how: 'Se cuentan las peticiones tal como las registra el navegador, en esta página y en sus workers. Los bytes son lo que esta página escribe en sus consultas: cuántas fotos, qué plan, nunca una imagen. Aparte van las cabeceras que lleva toda petición.',
    check:
      'Para comprobarlo, abre las herramientas de desarrollo del navegador, elige Red, recarga y convierte. Allí aparece cada petición con lo que envía.',
    convertedToday: (count) => `${count} ${count === '1' ? 'convertida' : 'convertidas'} hoy`,
    soonText: 'Estamos terminando esta herramienta. Las demás están listas.',
    promo: 'Oferta de verano: 50\u00a0% de descuento',
  },
  errors: {
    network: 'Sin conexión. Comprueba tu red e inténtalo de nuevo.',
    generic: 'Algo falló. Inténtalo de nuevo.',
    tooMany: 'Demasiados intentos. Espera un poco e inténtalo de nuevo.',
    signInRequired: 'Primero inicia sesión.',
  },
};
