import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
    close: 'Fechar',
    cancel: 'Cancelar',
    retry: 'Tentar de novo',
    loading: 'Carregando',
    more: 'Ler mais',
    comingSoon: 'Em breve',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  live: {
    zero: (bytes) => `${bytes} das suas fotos enviados`,
    asked: 'Algo nesta página contatou outro servidor',
    requests: (count, elsewhere) =>
      `O navegador conta ${count} ${count === 1 ? 'requisição' : 'requisições'} do código desta página, ${elsewhere} para outros servidores.`,
    convertedToday: (count) => `${count} convertidas hoje`,
    soonText: 'Estamos terminando esta ferramenta. As outras estão prontas.',
    promo: 'Oferta de verão: 50% a menos',
  },
  errors: {
    network: 'Sem conexão. Verifique sua rede e tente de novo.',
    generic: 'Algo deu errado. Tente de novo.',
    tooMany: 'Tentativas demais. Espere um pouco e tente de novo.',
    signInRequired: 'Entre na sua conta primeiro.',
    upgradeRequired: 'Isto faz parte do Pro.',
    dailyLimit: 'Você atingiu o limite de hoje.',
  },
};
