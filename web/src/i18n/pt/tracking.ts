import type { TrackingMessages } from '../en/tracking.ts';

export const tracking: TrackingMessages = {
  choices: 'O que você decide',
  switches: {
    settings: {
      label: 'Lembrar os ajustes do conversor',
      hint: 'Qualidade, tamanho e opções de cada ferramenta. Desligado: o que estava lembrado é apagado.',
    },
    counter: {
      label: 'Contar as conversões neste aparelho',
      hint: 'Um número por dia, mostrado na página inicial e nunca enviado. Desligado: os números são apagados.',
    },
    table: {
      label: 'Guardar minha mesa até eu voltar',
      hint: 'Fotos, ajustes e resultados, só neste navegador, até 500 MB e 7 dias. Desligado: o que foi guardado é removido.',
    },
    offline: {
      label: 'Guardar o site para usar sem conexão',
      hint: 'Scripts, páginas e codecs deste site, em um idioma. Desligado: são removidos.',
    },
    ads: {
      label: 'Mostrar anúncios de terceiros',
      hint: 'Desligado: nenhuma página carrega nada de fora. Ligado: os artigos e suas listas podem mostrar anúncios do Google, se o operador os tiver contratado. As páginas de ferramentas nunca, e com o Pro nenhuma.',
    },
  },
  stored: 'Neste navegador, agora',
  nothing: 'Nada.',
  characters: (count: number) => `${count} ${count === 1 ? 'caractere' : 'caracteres'}`,
  remove: 'Apagar',
  forget: (name: string) => `Apagar ${name}`,
  removeAll: 'Apagar tudo',
  removeAllHint:
    'Encerra sua sessão neste aparelho. Sua conta, se você tiver uma, continua existindo.',
  allRemoved: 'Tudo foi apagado',
  notKept: 'Seu navegador não deixa esta página lembrar de nada.',
};
