import type { FolderMessages } from '../en/folders.ts';

export const folders: FolderMessages = {
  saveTo: (folder) => `Salvar em “${folder}”`,
  another: 'Outra pasta',
  remember: 'Lembrar desta pasta',
  watch: {
    title: 'Monitorar uma pasta',
    explain:
      'As fotos novas da primeira pasta são convertidas assim que chegam e salvas na segunda, com os ajustes desta ferramenta e enquanto a página estiver aberta.',
    from: 'As fotos chegam em',
    into: 'Os resultados vão para',
    choose: 'Escolher pasta',
    present: 'Converter também o que já está lá',
    start: 'Começar a monitorar',
    stop: 'Parar',
    close: 'Fechar',
    same: 'Escolha duas pastas diferentes; senão, cada resultado seria convertido de novo.',
    watching: (folder) => `Monitorando “${folder}”`,
    converted: (count, folder) =>
      count === 0
        ? 'Nada de novo ainda.'
        : `${count === 1 ? '1 foto convertida e salva' : `${count} fotos convertidas e salvas`} em “${folder}”.`,
    report: (name, text) => `${name}: ${text}`,
    ended: {
      'not-pro':
        'O monitoramento parou: ele faz parte do Pro, e o servidor não confirma mais o seu Pro.',
      'folder-gone':
        'O monitoramento parou: não é mais possível acessar uma das pastas. Escolha-a de novo.',
    },
    refused: 'Não foi possível abrir esta pasta. Escolha outra.',
  },
};
