import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
    message: 'Mensagem',
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
    sent: (bytes, requests) =>
      `Enviado desde que esta página foi aberta: ${bytes} em ${requests} ${requests === 1 ? 'requisição' : 'requisições'}`,
    asked: 'Algo nesta página contatou outro servidor',
    kinds: {
      code: 'Código deste site',
      look: 'Estilos, fontes e imagens deste site',
      api: 'Consultas ao nosso servidor',
      other: 'Páginas deste site',
      elsewhere: 'Outros servidores',
    },
    bodies: (requests) =>
      `Enviado em ${requests} ${requests === 1 ? 'consulta' : 'consultas'} ao nosso servidor`,
    foreign: (count) =>
      `${count} ${count === 1 ? 'requisição a mais veio' : 'requisições a mais vieram'} de outro código neste navegador, como uma extensão. Os navegadores não dizem quanto elas enviam.`,
    how: 'As requisições são contadas como o navegador as registra, nesta página e em seus workers. Os bytes são o que esta página escreve em suas consultas: quantas fotos, qual plano, nunca uma imagem. Os cabeçalhos, que toda requisição tem, vêm à parte.',
    check:
      'Para conferir, abra as ferramentas do desenvolvedor do navegador, escolha Rede, recarregue e converta. Lá aparece cada requisição com o que ela envia.',
    convertedToday: (count) => `${count} ${count === '1' ? 'convertida' : 'convertidas'} hoje`,
    soonText: 'Estamos terminando esta ferramenta. As outras estão prontas.',
    promo: 'Oferta de verão: 50% de desconto',
  },
  errors: {
    network: 'Sem conexão. Verifique sua rede e tente de novo.',
    generic: 'Algo deu errado. Tente de novo.',
    tooMany: 'Muitas tentativas. Espere um pouco e tente de novo.',
    signInRequired: 'Entre na sua conta primeiro.',
  },
};
