import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  shareFailed: 'O que foi compartilhado não chegou. Compartilhe de novo ou escolha as fotos aqui.',
  dropZone: {
    label: 'Conversor de fotos',
    title: (from) => (from ? `Solte suas fotos ${from} aqui` : 'Solte suas fotos aqui'),
    titleTouch: (from) => (from ? `Suas fotos ${from}` : 'Suas fotos'),
    dropNow: 'Solte para colocá-las na mesa',
    choose: 'Escolher fotos',
    chooseFolder: 'Escolher uma pasta',
    watchFolder: 'Monitorar uma pasta',
    or: (keys) => `ou cole com ${keys}`,
    pasteKeys: 'Ctrl + V',
    accepted: (formats) => `${formats} · também em um ZIP · até 50 MB cada`,
    batch: (max) => `${max} por vez`,
    private: 'Suas fotos ficam neste dispositivo. Nada é enviado.',
    needsScript:
      'A conversão acontece no seu navegador e precisa de JavaScript. Ative-o para esta página.',
    tooOld:
      'Este navegador é antigo demais para converter imagens sozinho. Atualize-o ou abra esta página em uma versão recente do Safari, Chrome, Edge ou Firefox.',
    loading: 'Preparando a mesa…',
    loadFailed: 'Não foi possível carregar o conversor. Verifique sua conexão e tente de novo.',
    tryAgain: 'Tentar de novo',
  },
  formats: {
    usual: 'HEIC, WEBP ou PNG',
    all: 'HEIC, WEBP, PNG ou JPG',
    hdr: 'HEIC, AVIF ou JPG',
    motion: 'HEIC, JPG ou MOV',
    video: 'HEIC ou JPG',
  },
  intake: {
    tooMany: (max, offerPro) =>
      `Você só pode escolher até ${max} arquivos por vez.${offerPro ? ' Com o Pro são até 20.' : ''}`,
    dropped: (formats) => `Alguns arquivos foram recusados. Escolha apenas arquivos ${formats}.`,
    picked: (formats) => `Alguns arquivos não são compatíveis. Só são aceitos arquivos ${formats}.`,
    noneValid: 'Escolha pelo menos um arquivo de imagem válido.',
    notAllowed: 'Não foi possível adicionar',
    reasons: {
      'too-large': 'O arquivo é grande demais. O tamanho máximo é 50 MB.',
      unsupported: 'Formato de arquivo não compatível',
      empty: 'O arquivo está vazio: tem nome, mas nenhum conteúdo.',
      duplicate: 'Já está na mesa.',
    },
    someLeftOut: 'Alguns arquivos ficaram de fora',
    dismiss: 'Dispensar',
  },
};
