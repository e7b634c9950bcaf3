import type { MailDictionary } from './dictionary.ts';

export const en: MailDictionary = {
  greeting: 'Hello,',
  linkHint: 'If the button does not work, copy this address into your browser:',
  footer: 'Stillpix converts pictures in your browser. Your pictures never leave your device.',
  unknownDevice: 'an unknown device',
  order: {
    monthly: 'You ordered Pro by the month. It renews at {price} a month until you cancel. {tax}',
    annual: 'You ordered Pro by the year. It renews at {price} a year until you cancel. {tax}',
  },
  withdrawal:
    'You may withdraw from this order within 14 days without giving reasons: with the button under Billing, or by replying to this email and saying so. You asked us to begin at once; you still get back everything you paid.',
  'reset-password': {
    subject: 'Reset your Stillpix password',
    paragraphs: [
      'Someone, probably you, asked to reset the password of your Stillpix account.',
      'The link works once, for {minutes} minutes. If this was not you, there is nothing to do: your password stays the same.',
    ],
    button: 'Choose a new password',
  },
  'set-password': {
    subject: 'Set your Stillpix password',
    paragraphs: [
      'Your Stillpix account is ready. All it needs is a password.',
      'The link works once, for {minutes} minutes. After that, “Forgot password?” sends you a new one.',
    ],
    button: 'Set a password',
  },
  'account-exists': {
    subject: 'You already have a Stillpix account',
    paragraphs: [
      'Someone, probably you, tried to create a Stillpix account with this address. There already is one, so you can simply sign in.',
      'If you have forgotten the password, choose a new one. The link works once, for {minutes} minutes.',
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
      'If this was not you, choose a new password right away with “Forgot password?” and write to us.',
    ],
  },
  'email-changed': {
    subject: 'Your Stillpix email address was changed',
    paragraphs: [
      'Your Stillpix account now uses another email address. This is the last email to the old one.',
      'If this was not you, please reply to this email.',
    ],
  },
  'new-sign-in': {
    subject: 'New sign-in to Stillpix',
    paragraphs: [
      'Someone just signed in to your Stillpix account: {device}.',
      'If this was not you, change your password: that signs out all other devices.',
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
      'Thank you. Your payment has arrived, and Pro is yours: up to {proFiles} files at once, the quality slider, ZIP download and no ads.',
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
  'pro-ended': {
    subject: 'Stillpix Pro has ended',
    paragraphs: [
      'Your subscription is over, and Pro with it. Nothing more will be charged.',
      'You keep your account, and converting up to {freeFiles} files at once is still free.',
    ],
    button: 'Open your account',
  },
  'pro-plan-changed': {
    subject: 'Your Stillpix Pro plan was changed',
    paragraphs: [
      'You changed your plan. What was left of the old one was credited, and the rest was charged to your card.',
      '{order}',
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
      'You keep your account, and converting up to {freeFiles} files at once is still free.',
    ],
  },
  'pro-refund-failed': {
    subject: 'Your refund did not arrive',
    paragraphs: [
      'We refunded {amount}, but your bank sent the money back to us. That happens when a card is no longer valid or its account was closed.',
      'The money is still yours. Please write to us, and we will send it another way. Please do not send us any card number.',
    ],
    button: 'Contact us',
  },
};
