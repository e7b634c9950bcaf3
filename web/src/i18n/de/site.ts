import type { Messages } from '../messages.ts';

export const site: Messages['site'] = {
  common: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    retry: 'Noch einmal',
    loading: 'Wird geladen',
    more: 'Weiterlesen',
    comingSoon: 'Kommt bald',
    copy: 'Kopieren',
    copied: 'Kopiert',
  },
  live: {
    zero: (bytes) => `${bytes} Ihrer Bilder hochgeladen`,
    asked: 'Etwas auf dieser Seite hat einen anderen Server gefragt',
    requests: (count, elsewhere) =>
      `Der Browser zählt ${count} ${count === 1 ? 'Anfrage' : 'Anfragen'} des Codes dieser Seite, ${elsewhere} an andere Server.`,
    convertedToday: (count) => `Heute ${count} umgewandelt`,
    soonText: 'Dieses Werkzeug wird gerade fertig. Die anderen sind bereit.',
    promo: 'Sommerangebot: 50\u00a0% Rabatt',
  },
  errors: {
    network: 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    generic: 'Etwas ist schiefgelaufen. Bitte versuchen Sie es erneut.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie kurz und versuchen Sie es erneut.',
    signInRequired: 'Bitte melden Sie sich zuerst an.',
    upgradeRequired: 'Das gehört zu Pro.',
    dailyLimit: 'Das heutige Limit ist erreicht.',
  },
};
