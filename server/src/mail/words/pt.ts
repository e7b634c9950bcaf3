import type { MailDictionary } from './dictionary.ts';

export const pt: MailDictionary = {
  greeting: 'Olá,',
  linkHint: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
  footer:
    'O Stillpix converte imagens no seu navegador. Suas imagens nunca saem do seu dispositivo.',
  unknownDevice: 'um dispositivo desconhecido',
  order: {
    monthly:
      'Você assinou o plano mensal do Pro. Ele é renovado por {price} ao mês até você cancelar. {tax}',
    annual:
      'Você assinou o plano anual do Pro. Ele é renovado por {price} ao ano até você cancelar. {tax}',
  },
  withdrawal:
    'Você pode desistir deste pedido em até 14 dias sem dar motivos: com o botão em Cobrança ou respondendo a este e-mail com esse pedido. Você pediu que começássemos de imediato; mesmo assim, devolvemos tudo o que você pagou.',
  'reset-password': {
    subject: 'Redefina sua senha do Stillpix',
    paragraphs: [
      'Alguém, provavelmente você, pediu para redefinir a senha da sua conta do Stillpix.',
      'O link funciona uma única vez e por {minutes} minutos. Se não foi você, não precisa fazer nada: sua senha continua a mesma.',
    ],
    button: 'Escolher uma nova senha',
  },
  'set-password': {
    subject: 'Defina sua senha do Stillpix',
    paragraphs: [
      'Sua conta do Stillpix está pronta. Só falta uma senha.',
      'O link funciona uma única vez e por {minutes} minutos. Depois disso, “Esqueceu a senha?” envia outro.',
    ],
    button: 'Definir uma senha',
  },
  'account-exists': {
    subject: 'Você já tem uma conta do Stillpix',
    paragraphs: [
      'Alguém, provavelmente você, tentou criar uma conta do Stillpix com este endereço. Já existe uma, então basta entrar.',
      'Se você esqueceu a senha, escolha outra. O link funciona uma única vez e por {minutes} minutos.',
    ],
    button: 'Escolher uma nova senha',
  },
  'confirm-email': {
    subject: 'Confirme seu endereço de e-mail',
    paragraphs: [
      'Confirme que você quer usar este endereço na sua conta do Stillpix.',
      'Se você não pediu isso, pode ignorar esta mensagem: nada vai mudar.',
    ],
    button: 'Confirmar este endereço',
  },
  welcome: {
    subject: 'Boas-vindas ao Stillpix',
    paragraphs: [
      'Sua conta está pronta. Confirme que este endereço é seu, para que você sempre possa recuperar o acesso.',
      'Não criou uma conta? Então alguém digitou o endereço errado, e você pode ignorar esta mensagem.',
    ],
    button: 'Confirmar este endereço',
  },
  'password-changed': {
    subject: 'Sua senha do Stillpix foi alterada',
    paragraphs: [
      'A senha da sua conta do Stillpix acabou de ser alterada, e os outros dispositivos foram desconectados.',
      'Se não foi você, escolha já uma nova senha em “Esqueceu a senha?” e escreva para nós.',
    ],
  },
  'email-changed': {
    subject: 'Seu e-mail no Stillpix foi alterado',
    paragraphs: [
      'Sua conta do Stillpix agora usa outro endereço de e-mail. Esta é a última mensagem para o antigo.',
      'Se não foi você, responda a esta mensagem.',
    ],
  },
  'new-sign-in': {
    subject: 'Novo acesso ao Stillpix',
    paragraphs: [
      'Sua conta do Stillpix acabou de ser acessada: {device}.',
      'Se não foi você, altere sua senha: isso desconecta os outros dispositivos.',
    ],
  },
  'account-deleted': {
    subject: 'Sua conta do Stillpix foi excluída',
    paragraphs: [
      'Sua conta do Stillpix e os dados guardados com ela foram excluídos. Não haverá novas cobranças.',
      'Para converter imagens não é preciso ter conta, então volte quando quiser.',
    ],
  },
  'pro-welcome': {
    subject: 'Boas-vindas ao Stillpix Pro',
    paragraphs: [
      'Obrigado: seu pagamento chegou e o Pro é seu. Até {proFiles} arquivos por vez, controle de qualidade, download em ZIP e sem anúncios.',
      'Se você ainda não criou sua conta, pode fazer isso com este link, também em outro dispositivo.',
      '{order}',
      '{withdrawal}',
    ],
    button: 'Abrir sua conta',
  },
  'payment-failed': {
    subject: 'O pagamento do Stillpix Pro não foi aprovado',
    paragraphs: [
      'Não conseguimos renovar o Stillpix Pro com o cartão cadastrado. A cobrança será tentada de novo automaticamente.',
      'O Pro continua ativo até {date}. Para mantê-lo, confira ou troque o cartão em Cobrança.',
    ],
    button: 'Abrir sua conta',
  },
  'pro-canceled': {
    subject: 'O Stillpix Pro foi cancelado',
    paragraphs: [
      'Sua assinatura não será renovada. O Pro continua ativo até {date}, e nada mais será cobrado.',
      'Se mudar de ideia antes disso, um clique em Cobrança desfaz o cancelamento.',
    ],
    button: 'Abrir sua conta',
  },
  'pro-ended': {
    subject: 'O Stillpix Pro terminou',
    paragraphs: [
      'Sua assinatura terminou e, com ela, o Pro. Nada mais será cobrado.',
      'Você mantém sua conta, e converter até {freeFiles} arquivos por vez continua grátis.',
    ],
    button: 'Abrir sua conta',
  },
  'pro-plan-changed': {
    subject: 'Seu plano do Stillpix Pro mudou',
    paragraphs: [
      'Você mudou de plano. O que restava do anterior foi descontado, e o restante foi cobrado no seu cartão.',
      '{order}',
    ],
    button: 'Abrir sua conta',
  },
  'pro-paid-twice': {
    subject: 'Você já tinha pago o Pro',
    paragraphs: [
      'O Stillpix Pro foi pago duas vezes com este endereço. Encerramos a segunda assinatura e devolvemos {amount}. Os bancos levam alguns dias para mostrar o reembolso.',
      'A primeira assinatura continua como estava. O botão leva até ela.',
    ],
    button: 'Abrir o Pro',
  },
  'pro-refunded': {
    subject: 'Seu dinheiro está a caminho',
    paragraphs: [
      'Reembolsamos {amount} e encerramos o Stillpix Pro. Os bancos levam alguns dias para mostrar o reembolso.',
      'Sua conta continua aberta, e converter até {freeFiles} arquivos por vez é grátis.',
    ],
  },
  'pro-refund-failed': {
    subject: 'Seu reembolso não chegou',
    paragraphs: [
      'Reembolsamos {amount}, mas seu banco nos devolveu o dinheiro. Isso acontece quando um cartão não é mais válido ou a conta dele foi encerrada.',
      'O dinheiro continua sendo seu. Escreva para nós e o enviaremos de outra forma. Não nos informe nenhum número de cartão.',
    ],
    button: 'Fale conosco',
  },
};
