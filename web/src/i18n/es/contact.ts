import type { ContactMessages } from '../en/contact.ts';

export const contact: ContactMessages = {
  email: 'Tu correo electrónico',
  emailHint: 'Ahí te responderemos.',
  name: 'Nombre',
  nameHint: 'Opcional.',
  topic: '¿De qué se trata?',
  topics: {
    conversion: 'Una foto o una conversión',
    billing: 'Suscripción o pago',
    privacy: 'Privacidad',
    security: 'Un problema de seguridad',
    other: 'Otra cosa',
  },
  message: 'Tu mensaje',
  messageHint: 'Sin números de tarjeta ni contraseñas, por favor.',
  diagnosticsTitle: 'Añadir diagnóstico',
  diagnostics: 'Diagnóstico',
  diagnosticsInsert: 'Insertar las líneas de esta visita',
  diagnosticsHint:
    'Cuando una conversión falla, «Copiar diagnóstico» da líneas técnicas sin nombres de archivo ni imágenes. Pégalas aquí.',
  send: 'Enviar mensaje',
  sending: 'Enviando…',
  priority: 'Tienes Pro: tu mensaje tiene prioridad.',
  emailRequired: 'Escribe tu correo electrónico',
  emailInvalid: 'Escribe un correo electrónico válido',
  emailUnanswerable: 'Nadie lee las respuestas en esta dirección. Escribe la tuya.',
  messageRequired: 'Escribe de qué se trata',
  sentTitle: 'Tu mensaje llegó',
  sentText: (email: string) => `Gracias. La respuesta te llegará por correo a ${email}.`,
  sentPriority: 'Como tienes Pro, tiene prioridad.',
  another: 'Escribir otro mensaje',
  failedTitle: 'No se envió el mensaje',
  failedText: (support: string) =>
    `Inténtalo de nuevo o escribe a ${support}. Tu texto sigue aquí.`,
  tooMany: (support: string) =>
    `Fueron muchos mensajes en poco tiempo. Espera una hora o escribe a ${support}.`,
  invalid: 'Revisa lo que escribiste.',
};
