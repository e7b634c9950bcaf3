export const contact = {
  email: 'Your email address',
  emailHint: 'We reply to this address.',
  name: 'Name',
  nameHint: 'Optional.',
  topic: 'What is it about?',
  topics: {
    conversion: 'A photo or a conversion',
    billing: 'Subscription or payment',
    privacy: 'Privacy',
    security: 'A security problem',
    other: 'Something else',
  },
  message: 'Your message',
  messageHint: 'Please don’t send card numbers or passwords.',
  diagnosticsTitle: 'Add diagnostics',
  diagnostics: 'Diagnostics',
  diagnosticsInsert: 'Insert this visit’s diagnostics',
  diagnosticsHint:
    'Where a conversion fails, “Copy diagnostics” gives technical lines without file names or pictures. Paste them here.',
  send: 'Send message',
  sending: 'Sending…',
  priority: 'You have Pro: your message gets priority.',
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  emailUnanswerable: 'Nobody reads replies at this address. Please enter your own.',
  messageRequired: 'Please write your message',
  sentTitle: 'Your message has arrived',
  sentText: (email: string) => `Thank you. We reply by email, to ${email}.`,
  sentPriority: 'Because you have Pro, it gets priority.',
  another: 'Write another message',
  failedTitle: 'Your message was not sent',
  failedText: (support: string) =>
    `Please try again, or write to ${support}. Your text is still here.`,
  tooMany: (support: string) =>
    `That was a lot of messages in a short time. Please wait an hour, or write to ${support}.`,
  invalid: 'Please check what you entered.',
};

export type ContactMessages = typeof contact;
