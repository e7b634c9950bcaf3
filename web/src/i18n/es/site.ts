import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
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
    zero: (bytes) => `${bytes} de tus fotos subidos`,
    asked: 'Algo en esta página contactó con otro servidor',
    requests: (count, elsewhere) =>
      `El navegador cuenta ${count} ${count === 1 ? 'petición' : 'peticiones'} del código de esta página, ${elsewhere} a otros servidores.`,
    convertedToday: (count) => `${count} convertidas hoy`,
    soonText: 'Estamos terminando esta herramienta. Las demás están listas.',
    promo: 'Oferta de verano: 50\u00a0% menos',
  },
  errors: {
    network: 'Sin conexión. Comprueba tu red e inténtalo de nuevo.',
    generic: 'Algo falló. Inténtalo de nuevo.',
    tooMany: 'Demasiados intentos. Espera un poco e inténtalo de nuevo.',
    signInRequired: 'Primero inicia sesión.',
    upgradeRequired: 'Esto forma parte de Pro.',
    dailyLimit: 'Llegaste al límite de hoy.',
  },
};
