import type { TrackingMessages } from '../en/tracking.ts';

export const tracking: TrackingMessages = {
  choices: 'O que você decide',
  switches: {
    settings: {
      label: 'Lembrar os ajustes do conversor',
      hint: 'Qualidade, tamanho e opções de cada ferramenta. Ao desligar, o que estava guardado é apagado.',
    },
    counter: {
      label: 'Contar as conversões neste aparelho',
      hint: 'Um número por dia, mostrado na página inicial e nunca enviado. Ao desligar, os números são apagados.',
    },
    table: {
      label: 'Guardar minha mesa até eu voltar',
      hint: 'Fotos, ajustes e resultados, só neste navegador, até 500 MB e 7 dias. Ao desligar, o que foi guardado é apagado.',
    },
    offline: {
      label: 'Guardar o site para usar sem conexão',
      hint: 'Scripts, páginas e codecs deste site, em um idioma. Ao desligar, são apagados.',
    },
    ads: {
      label: 'Mostrar anúncios de terceiros',
      hint: 'Com isto desligado, nenhuma página carrega nada de fora. Ligado, os artigos e suas listas podem mostrar anúncios do Google, se o operador os usar. As páginas de ferramentas nunca mostram e, com o Pro, nenhuma página.',
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
