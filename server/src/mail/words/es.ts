import type { MailDictionary } from './dictionary.ts';

export const es: MailDictionary = {
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
    'Puedes desistir de este pedido en un plazo de 14 días sin dar motivos: con el botón en Facturación o diciéndolo en una respuesta a este correo. Nos pediste empezar de inmediato; aun así te devolvemos todo lo pagado.',
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
      'Gracias: recibimos tu pago y Pro ya es tuyo. Incluye hasta {proFiles} archivos a la vez, control de calidad y descarga en ZIP, sin anuncios.',
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
  'pro-ended': {
    subject: 'Stillpix Pro terminó',
    paragraphs: [
      'Tu suscripción terminó y, con ella, Pro. No se te cobrará nada más.',
      'Conservas tu cuenta, y convertir hasta {freeFiles} archivos a la vez sigue siendo gratis.',
    ],
    button: 'Abrir tu cuenta',
  },
  'pro-plan-changed': {
    subject: 'Cambiaste tu plan de Stillpix Pro',
    paragraphs: [
      'Cambiaste de plan. Se descontó lo que quedaba del anterior y el resto se cobró en tu tarjeta.',
      '{order}',
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
      'Tu cuenta sigue abierta, y convertir hasta {freeFiles} archivos a la vez es gratis.',
    ],
  },
  'pro-refund-failed': {
    subject: 'Tu reembolso no llegó',
    paragraphs: [
      'Reembolsamos {amount}, pero tu banco nos devolvió el dinero. Ocurre cuando una tarjeta ya no es válida o su cuenta se cerró.',
      'El dinero sigue siendo tuyo. Escríbenos y te lo enviaremos de otra forma. No nos des ningún número de tarjeta.',
    ],
    button: 'Contacto',
  },
};
