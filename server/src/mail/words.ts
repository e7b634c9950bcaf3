import type { Language } from '@stillpix/contract/languages';
import type { BillingPlan } from '@stillpix/contract/limits';
import type { WordedMailKind } from './kinds.ts';

/**
 * The words of one mail. `{device}`, `{minutes}`, `{date}` and `{amount}` are filled in, and `{order}`
 * and `{withdrawal}` by the paragraphs of these names; one that stays empty is left out.
 */
interface MailWords {
  subject: string;
  paragraphs: string[];
  /** Label of the button, for mails that have a link. */
  button?: string;
}

type Dictionary = Record<WordedMailKind, MailWords> & {
  greeting: string;
  /** Above the address, for those whose mail program shows no button. */
  linkHint: string;
  footer: string;
  /** In the place of `{device}` when it is not known. */
  unknownDevice: string;
  /** What was ordered, on something that lasts: `{price}` and `{tax}` are filled in. */
  order: Record<BillingPlan, string>;
  /** For consumers in the EU. */
  withdrawal: string;
};

const en: Dictionary = {
  greeting: 'Hello,',
  linkHint: 'If the button does not work, copy this address into your browser:',
  footer: 'Stillpix converts pictures in your browser. Your pictures never leave your device.',
  unknownDevice: 'an unknown device',
  order: {
    monthly: 'You ordered Pro by the month. It renews at {price} a month until you cancel. {tax}',
    annual: 'You ordered Pro by the year. It renews at {price} a year until you cancel. {tax}',
  },
  withdrawal:
    'You may withdraw from this order within 14 days without giving reasons: with the button under Billing, or with a reply to this mail that says so. You asked us to begin at once; you still get back everything you paid.',
  'reset-password': {
    subject: 'Reset your Stillpix password',
    paragraphs: [
      'Someone, probably you, asked to reset the password of your Stillpix account.',
      'The link works once and for {minutes} minutes. If it was not you, there is nothing to do: your password stays the same.',
    ],
    button: 'Choose a new password',
  },
  'set-password': {
    subject: 'Set your Stillpix password',
    paragraphs: [
      'Your Stillpix account is ready. All it needs is a password.',
      'The link works once and for {minutes} minutes. After that, “Forgot password?” sends you a new one.',
    ],
    button: 'Set a password',
  },
  'account-exists': {
    subject: 'You already have a Stillpix account',
    paragraphs: [
      'Someone, probably you, tried to create a Stillpix account with this address. There already is one, so you can simply sign in.',
      'If you have forgotten the password, choose a new one. The link works once and for {minutes} minutes.',
    ],
    button: 'Choose a new password',
  },
  'confirm-email': {
    subject: 'Confirm your email address',
    paragraphs: [
      'Please confirm that you want to use this address for your Stillpix account.',
      'If you did not ask for this, you can ignore this email: nothing changes.',
    ],
    button: 'Confirm this address',
  },
  welcome: {
    subject: 'Welcome to Stillpix',
    paragraphs: [
      'Your account is ready. Please confirm that this address is yours, so that you can always get back in.',
      'If you did not create an account, someone mistyped their address, and you can ignore this email.',
    ],
    button: 'Confirm this address',
  },
  'password-changed': {
    subject: 'Your Stillpix password was changed',
    paragraphs: [
      'The password of your Stillpix account has just been changed, and all other devices were signed out.',
      'If it was not you, choose a new password right away with “Forgot password?” and write to us.',
    ],
  },
  'email-changed': {
    subject: 'Your Stillpix email address was changed',
    paragraphs: [
      'Your Stillpix account now uses another email address. This is the last email to the old one.',
      'If it was not you, please reply to this email.',
    ],
  },
  'new-sign-in': {
    subject: 'New sign-in to Stillpix',
    paragraphs: [
      'Someone just signed in to your Stillpix account: {device}.',
      'If it was not you, change your password: that signs out all other devices.',
    ],
  },
  'account-deleted': {
    subject: 'Your Stillpix account was deleted',
    paragraphs: [
      'Your Stillpix account and everything stored with it have been deleted. You will not be charged again.',
      'Converting pictures works without an account, so you are welcome back at any time.',
    ],
  },
  'pro-welcome': {
    subject: 'Welcome to Stillpix Pro',
    paragraphs: [
      'Thank you. Your payment has arrived, and Pro is yours: up to 20 files at once, the quality slider, ZIP download and no ads.',
      'If you have not set up your account yet, you can do so with this link, on another device too.',
      '{order}',
      '{withdrawal}',
    ],
    button: 'Open your account',
  },
  'payment-failed': {
    subject: 'Your Stillpix Pro payment did not go through',
    paragraphs: [
      'We could not renew Stillpix Pro with the card on file. The payment will be retried automatically.',
      'Pro stays active until {date}. To keep it, please check or replace the card under Billing.',
    ],
    button: 'Open your account',
  },
  'pro-canceled': {
    subject: 'Stillpix Pro is canceled',
    paragraphs: [
      'Your subscription will not renew. Pro stays active until {date}, and you will not be charged again.',
      'If you change your mind before then, you can reactivate it with one click under Billing.',
    ],
    button: 'Open your account',
  },
  'pro-paid-twice': {
    subject: 'You have already paid for Pro',
    paragraphs: [
      'Stillpix Pro was paid for twice with this address. We ended the second subscription and refunded {amount}. Banks take a few days to show the refund.',
      'The first one continues as before. The button takes you to it.',
    ],
    button: 'Open Pro',
  },
  'pro-refunded': {
    subject: 'Your money is on its way back',
    paragraphs: [
      'We have refunded {amount} and ended Stillpix Pro. Banks take a few days to show the refund.',
      'You keep your account, and converting up to 5 files at once is still free.',
    ],
  },
};

const es: Dictionary = {
  greeting: 'Hola:',
  linkHint: 'Si el botón no funciona, copia esta dirección en tu navegador:',
  footer:
    'Stillpix convierte imágenes en tu navegador. Tus imágenes nunca salen de tu dispositivo.',
  unknownDevice: 'un dispositivo desconocido',
  order: {
    monthly:
      'Contrataste Pro con pago mensual. Se renueva por {price} al mes hasta que canceles. {tax}',
    annual:
      'Contrataste Pro con pago anual. Se renueva por {price} al año hasta que canceles. {tax}',
  },
  withdrawal:
    'Puedes desistir de este pedido en un plazo de 14 días sin dar motivos: con el botón en Facturación o respondiendo a este correo. Nos pediste empezar de inmediato; aun así te devolvemos todo lo pagado.',
  'reset-password': {
    subject: 'Restablece tu contraseña de Stillpix',
    paragraphs: [
      'Alguien, seguramente tú, pidió restablecer la contraseña de tu cuenta de Stillpix.',
      'El enlace sirve una sola vez y durante {minutes} minutos. Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
    ],
    button: 'Elegir una contraseña nueva',
  },
  'set-password': {
    subject: 'Elige tu contraseña de Stillpix',
    paragraphs: [
      'Tu cuenta de Stillpix está lista. Solo le falta una contraseña.',
      'El enlace sirve una sola vez y durante {minutes} minutos. Después, «¿Olvidaste tu contraseña?» te enviará otro.',
    ],
    button: 'Elegir una contraseña',
  },
  'account-exists': {
    subject: 'Ya tienes una cuenta de Stillpix',
    paragraphs: [
      'Alguien, seguramente tú, intentó crear una cuenta de Stillpix con esta dirección. Ya existe una, así que basta con iniciar sesión.',
      'Si olvidaste la contraseña, elige otra. El enlace sirve una sola vez y durante {minutes} minutos.',
    ],
    button: 'Elegir una contraseña nueva',
  },
  'confirm-email': {
    subject: 'Confirma tu dirección de correo',
    paragraphs: [
      'Confirma que quieres usar esta dirección para tu cuenta de Stillpix.',
      'Si no lo pediste tú, puedes ignorar este mensaje: no cambiará nada.',
    ],
    button: 'Confirmar esta dirección',
  },
  welcome: {
    subject: 'Te damos la bienvenida a Stillpix',
    paragraphs: [
      'Tu cuenta está lista. Confirma que esta dirección es tuya para que siempre puedas recuperar el acceso.',
      '¿No creaste ninguna cuenta? Entonces alguien se equivocó al escribir su dirección y puedes ignorar este mensaje.',
    ],
    button: 'Confirmar esta dirección',
  },
  'password-changed': {
    subject: 'Se cambió tu contraseña de Stillpix',
    paragraphs: [
      'La contraseña de tu cuenta de Stillpix se acaba de cambiar, y se cerró la sesión en los demás dispositivos.',
      'Si no fuiste tú, elige enseguida otra contraseña con «¿Olvidaste tu contraseña?» y escríbenos.',
    ],
  },
  'email-changed': {
    subject: 'Se cambió tu dirección de correo en Stillpix',
    paragraphs: [
      'Tu cuenta de Stillpix usa ahora otra dirección de correo. Este es el último mensaje a la antigua.',
      'Si no fuiste tú, responde a este mensaje.',
    ],
  },
  'new-sign-in': {
    subject: 'Nuevo inicio de sesión en Stillpix',
    paragraphs: [
      'Se acaba de iniciar sesión en tu cuenta de Stillpix: {device}.',
      'Si no fuiste tú, cambia tu contraseña: así se cierra la sesión en los demás dispositivos.',
    ],
  },
  'account-deleted': {
    subject: 'Se eliminó tu cuenta de Stillpix',
    paragraphs: [
      'Eliminamos tu cuenta de Stillpix y los datos que guardaba. No habrá más cobros.',
      'Para convertir imágenes no hace falta cuenta, así que puedes volver cuando quieras.',
    ],
  },
  'pro-welcome': {
    subject: 'Te damos la bienvenida a Stillpix Pro',
    paragraphs: [
      'Gracias: recibimos tu pago y Pro ya es tuyo. Incluye hasta 20 archivos a la vez, control de calidad y descarga en ZIP, sin anuncios.',
      'Si todavía no creaste tu cuenta, puedes hacerlo con este enlace, también desde otro dispositivo.',
      '{order}',
      '{withdrawal}',
    ],
    button: 'Abrir tu cuenta',
  },
  'payment-failed': {
    subject: 'No se pudo cobrar Stillpix Pro',
    paragraphs: [
      'No pudimos renovar Stillpix Pro con la tarjeta guardada. El cobro se volverá a intentar automáticamente.',
      'Pro sigue activo hasta el {date}. Para conservarlo, revisa o cambia la tarjeta en Facturación.',
    ],
    button: 'Abrir tu cuenta',
  },
  'pro-canceled': {
    subject: 'Cancelaste Stillpix Pro',
    paragraphs: [
      'Tu suscripción no se renovará. Pro sigue activo hasta el {date} y no se te cobrará nada más.',
      'Si cambias de idea antes de esa fecha, puedes reactivarla con un clic en Facturación.',
    ],
    button: 'Abrir tu cuenta',
  },
  'pro-paid-twice': {
    subject: 'Ya habías pagado Pro',
    paragraphs: [
      'Stillpix Pro se pagó dos veces con esta dirección. Cancelamos la segunda suscripción y devolvimos {amount}. Los bancos tardan unos días en mostrar el reembolso.',
      'La primera sigue como estaba: el botón te lleva a ella.',
    ],
    button: 'Abrir Pro',
  },
  'pro-refunded': {
    subject: 'Tu dinero está en camino',
    paragraphs: [
      'Reembolsamos {amount} y Stillpix Pro terminó. Los bancos tardan unos días en mostrar el reembolso.',
      'Tu cuenta sigue abierta, y convertir hasta 5 archivos a la vez es gratis.',
    ],
  },
};

const pt: Dictionary = {
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
    'Você pode desistir deste pedido em até 14 dias sem dar motivos: com o botão em Cobrança ou respondendo a este e-mail. Você pediu que começássemos de imediato; mesmo assim, devolvemos tudo o que você pagou.',
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
      'O link funciona uma única vez e por {minutes} minutos. Depois disso, “Esqueci minha senha” envia outro.',
    ],
    button: 'Definir uma senha',
  },
  'account-exists': {
    subject: 'Você já tem uma conta do Stillpix',
    paragraphs: [
      'Alguém, provavelmente você, tentou criar uma conta do Stillpix com este endereço. Ele já tem uma, então basta entrar.',
      'Se você esqueceu a senha, escolha outra. O link funciona uma única vez e por {minutes} minutos.',
    ],
    button: 'Escolher uma nova senha',
  },
  'confirm-email': {
    subject: 'Confirme seu endereço de e-mail',
    paragraphs: [
      'Confirme que este endereço deve ser usado na sua conta do Stillpix.',
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
      'Se não foi você, escolha já uma nova senha em “Esqueci minha senha” e escreva para nós.',
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
      'Obrigado: seu pagamento chegou e o Pro é seu. Até 20 arquivos por vez, controle de qualidade, download em ZIP e sem anúncios.',
      'Se você ainda não criou sua conta, este link faz isso, também em outro dispositivo.',
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
  'pro-paid-twice': {
    subject: 'Você já tinha pago o Pro',
    paragraphs: [
      'O Stillpix Pro foi pago duas vezes com este endereço. Encerramos a segunda assinatura e devolvemos {amount}. Os bancos levam alguns dias para mostrar o reembolso.',
      'A primeira continua como estava. O botão leva até ela.',
    ],
    button: 'Abrir o Pro',
  },
  'pro-refunded': {
    subject: 'Seu dinheiro está a caminho',
    paragraphs: [
      'Reembolsamos {amount} e encerramos o Stillpix Pro. Os bancos levam alguns dias para mostrar o reembolso.',
      'Sua conta continua aberta, e converter até 5 arquivos por vez é grátis.',
    ],
  },
};

const de: Dictionary = {
  greeting: 'Hallo,',
  linkHint:
    'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  footer: 'Stillpix wandelt Bilder in Ihrem Browser um. Ihre Bilder verlassen Ihr Gerät nie.',
  unknownDevice: 'ein unbekanntes Gerät',
  order: {
    monthly:
      'Sie haben Pro mit monatlicher Zahlung bestellt. Es verlängert sich für {price} im Monat, bis Sie kündigen. {tax}',
    annual:
      'Sie haben Pro mit jährlicher Zahlung bestellt. Es verlängert sich für {price} im Jahr, bis Sie kündigen. {tax}',
  },
  withdrawal:
    'Sie können diese Bestellung innerhalb von 14 Tagen ohne Angabe von Gründen widerrufen: mit der Schaltfläche unter „Abrechnung“ oder mit einer Antwort auf diese E-Mail. Sie haben uns gebeten, sofort zu beginnen; Sie erhalten trotzdem alles zurück, was Sie bezahlt haben.',
  'reset-password': {
    subject: 'Ihr Stillpix-Passwort zurücksetzen',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, wollte das Passwort Ihres Stillpix-Kontos zurücksetzen.',
      'Der Link gilt einmal und {minutes} Minuten lang. Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
    button: 'Neues Passwort wählen',
  },
  'set-password': {
    subject: 'Ihr Stillpix-Passwort festlegen',
    paragraphs: [
      'Ihr Stillpix-Konto ist angelegt. Es fehlt nur noch ein Passwort.',
      'Der Link gilt einmal und {minutes} Minuten lang. Danach schickt Ihnen „Passwort vergessen“ einen neuen.',
    ],
    button: 'Passwort festlegen',
  },
  'account-exists': {
    subject: 'Sie haben bereits ein Stillpix-Konto',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, wollte mit dieser Adresse ein Stillpix-Konto anlegen. Es gibt schon eines, Sie können sich also einfach anmelden.',
      'Falls Sie das Passwort vergessen haben, wählen Sie ein neues. Der Link gilt einmal und {minutes} Minuten lang.',
    ],
    button: 'Neues Passwort wählen',
  },
  'confirm-email': {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Bitte bestätigen Sie, dass diese Adresse für Ihr Stillpix-Konto verwendet werden soll.',
      'Falls Sie das nicht wollten, ignorieren Sie diese Mail einfach: Es ändert sich nichts.',
    ],
    button: 'Adresse bestätigen',
  },
  welcome: {
    subject: 'Willkommen bei Stillpix',
    paragraphs: [
      'Ihr Konto ist angelegt. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit Sie immer wieder hineinkommen.',
      'Sie haben kein Konto angelegt? Dann hat sich jemand bei der Adresse vertippt, und Sie können diese Mail ignorieren.',
    ],
    button: 'Adresse bestätigen',
  },
  'password-changed': {
    subject: 'Ihr Stillpix-Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Stillpix-Kontos wurde soeben geändert, alle anderen Geräte wurden abgemeldet.',
      'Waren Sie es nicht, wählen Sie sofort über „Passwort vergessen“ ein neues und schreiben Sie uns.',
    ],
  },
  'email-changed': {
    subject: 'Ihre E-Mail-Adresse bei Stillpix wurde geändert',
    paragraphs: [
      'Ihr Stillpix-Konto verwendet jetzt eine andere E-Mail-Adresse. Dies ist die letzte Mail an die alte.',
      'Waren Sie es nicht, antworten Sie bitte auf diese Mail.',
    ],
  },
  'new-sign-in': {
    subject: 'Neue Anmeldung bei Stillpix',
    paragraphs: [
      'Bei Ihrem Stillpix-Konto hat sich soeben jemand angemeldet: {device}.',
      'Waren Sie es nicht, ändern Sie Ihr Passwort: Das meldet alle anderen Geräte ab.',
    ],
  },
  'account-deleted': {
    subject: 'Ihr Stillpix-Konto wurde gelöscht',
    paragraphs: [
      'Ihr Stillpix-Konto wurde mit allem gelöscht, was dazu gespeichert war. Es wird nichts mehr abgebucht.',
      'Bilder umwandeln können Sie auch ohne Konto, Sie sind also jederzeit willkommen.',
    ],
  },
  'pro-welcome': {
    subject: 'Willkommen bei Stillpix Pro',
    paragraphs: [
      'Vielen Dank. Ihre Zahlung ist eingegangen, und Pro ist freigeschaltet: bis zu 20 Dateien auf einmal, Qualitätsregler, ZIP-Download und keine Werbung.',
      'Falls Sie Ihr Konto noch nicht eingerichtet haben, geht das mit diesem Link, auch auf einem anderen Gerät.',
      '{order}',
      '{withdrawal}',
    ],
    button: 'Zu Ihrem Konto',
  },
  'payment-failed': {
    subject: 'Ihre Zahlung für Stillpix Pro ist fehlgeschlagen',
    paragraphs: [
      'Wir konnten Stillpix Pro mit der hinterlegten Karte nicht verlängern. Die Abbuchung wird automatisch noch einmal versucht.',
      'Pro bleibt bis zum {date} aktiv. Um es zu behalten, prüfen oder ersetzen Sie bitte die Karte unter „Abrechnung“.',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-canceled': {
    subject: 'Stillpix Pro ist gekündigt',
    paragraphs: [
      'Ihr Abonnement verlängert sich nicht. Pro bleibt bis zum {date} aktiv, und es wird nichts mehr abgebucht.',
      'Falls Sie es sich bis dahin anders überlegen, nimmt ein Klick unter „Abrechnung“ die Kündigung zurück.',
    ],
    button: 'Zu Ihrem Konto',
  },
  'pro-paid-twice': {
    subject: 'Sie hatten Pro bereits bezahlt',
    paragraphs: [
      'Stillpix Pro wurde mit dieser Adresse zweimal bezahlt. Wir haben das zweite Abonnement beendet und {amount} erstattet. Bis Ihre Bank die Erstattung anzeigt, dauert es einige Tage.',
      'Das erste läuft unverändert weiter. Über die Schaltfläche gelangen Sie dorthin.',
    ],
    button: 'Pro öffnen',
  },
  'pro-refunded': {
    subject: 'Ihr Geld ist auf dem Weg zurück',
    paragraphs: [
      'Wir haben {amount} erstattet und Stillpix Pro beendet. Bis Ihre Bank die Erstattung anzeigt, dauert es einige Tage.',
      'Ihr Konto bleibt bestehen, und bis zu 5 Dateien auf einmal umzuwandeln ist weiterhin kostenlos.',
    ],
  },
};

export const mailWords: Record<Language, Dictionary> = { en, es, pt, de };
