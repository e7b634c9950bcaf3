import type { ContactMessages } from '../en/contact.ts';

export const contact: ContactMessages = {
  email: 'Seu e-mail',
  emailHint: 'Respondemos para este endereço.',
  name: 'Nome',
  nameHint: 'Opcional.',
  topic: 'Qual é o assunto?',
  topics: {
    conversion: 'Uma foto ou uma conversão',
    billing: 'Assinatura ou pagamento',
    privacy: 'Privacidade',
    security: 'Um problema de segurança',
    other: 'Outro assunto',
  },
  message: 'Sua mensagem',
  messageHint: 'Não inclua número de cartão nem senha.',
  diagnosticsTitle: 'Incluir diagnóstico',
  diagnostics: 'Diagnóstico',
  diagnosticsInsert: 'Inserir o diagnóstico desta visita',
  diagnosticsHint:
    'Quando uma conversão falha, “Copiar diagnóstico” fornece linhas técnicas sem nomes de arquivos nem imagens. Cole aqui.',
  send: 'Enviar mensagem',
  sending: 'Enviando…',
  priority: 'Você tem o Pro: sua mensagem tem prioridade.',
  emailRequired: 'Digite seu e-mail',
  emailInvalid: 'Digite um e-mail válido',
  emailUnanswerable: 'Ninguém lê as respostas neste endereço. Digite o seu.',
  messageRequired: 'Escreva sua mensagem',
  sentTitle: 'Sua mensagem chegou',
  sentText: (email: string) => `Obrigado. Respondemos por e-mail, para ${email}.`,
  sentPriority: 'Como você tem o Pro, ela tem prioridade.',
  another: 'Escrever outra mensagem',
  failedTitle: 'A mensagem não foi enviada',
  failedText: (support: string) =>
    `Tente de novo ou escreva para ${support}. Seu texto continua aqui.`,
  tooMany: (support: string) =>
    `Foram muitas mensagens em pouco tempo. Espere uma hora ou escreva para ${support}.`,
  invalid: 'Confira o que você digitou.',
};
