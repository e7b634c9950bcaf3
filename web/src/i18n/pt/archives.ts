import type { ArchiveMessages } from '../en/archives.ts';

export const archives: ArchiveMessages = {
  opening: (name) => `Tirando as fotos de “${name}”`,
  count: (done, total) => `${done} de ${total} arquivos`,
  stop: 'Parar',
  reasons: {
    locked: 'Está protegido por senha. Descompacte no computador e depois adicione as fotos.',
    'unknown-method':
      'Foi compactado de um jeito que os navegadores não abrem. Descompacte o ZIP no computador e adicione a pasta.',
    damaged: 'Está danificado dentro do ZIP. Baixe o ZIP de novo.',
    'nothing-inside': 'Não há nada neste ZIP.',
    'no-archive': 'Isto não é um ZIP, apesar do nome.',
    'cut-off':
      'Este ZIP termina antes da hora, provavelmente porque o download foi interrompido. Baixe de novo.',
    'damaged-list': 'Este ZIP está danificado e não pôde ser lido por inteiro. Baixe de novo.',
    split:
      'É um de vários arquivos que formam um só ZIP. Descompacte todos juntos no computador e adicione a pasta.',
    unreadable: 'Não foi possível ler. Talvez tenha sido movido ou alterado: adicione de novo.',
    'too-many':
      'Só os primeiros 2.000 arquivos deste ZIP foram lidos. Descompacte no computador e adicione os outros a partir de lá.',
    'too-much':
      'Descompactado, este ZIP passa de 1 GB, e algumas fotos ficaram dentro dele. Descompacte no computador e adicione a pasta.',
  },
};
