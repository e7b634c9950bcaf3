import type { OfflineMessages } from '../en/offline.ts';

export const offline: OfflineMessages = {
  title: 'Sem conexão',
  none: 'Ainda não há nada guardado. Depois da primeira conversão, as ferramentas funcionam sem conexão.',
  some: (stored, total) =>
    `${stored} de ${total} estão neste dispositivo: as ferramentas funcionam sem conexão.`,
  all: (total) => `Tudo está neste dispositivo (${total}), inclusive os formatos raros.`,
  get: (rest) => `Deixar tudo disponível offline (mais ${rest})`,
  getAll: 'Deixar tudo disponível offline',
  getting: 'Baixando os arquivos do site',
  failed: 'Não deu certo. Há conexão e espaço no dispositivo?',
  remove: 'Remover deste dispositivo',
  newVersion: 'Há uma nova versão do Stillpix. Ela chega na sua próxima visita.',
  reload: 'Recarregar agora',
  later: 'Depois',
};
