/** Possible topics of a contact message. */
export const contactTopics = ['conversion', 'billing', 'privacy', 'security', 'other'] as const;
export type ContactTopic = (typeof contactTopics)[number];
