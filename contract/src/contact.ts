import { z } from 'zod';
import { emailField, languageField, nameField } from './fields.ts';
import { contactTopics } from './contact-topics.ts';
import { maxDiagnosticsLength, maxMessageLength } from './limits.ts';

/** Multiline text. The only control characters allowed are line breaks and tabs. */
const longTextField = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u);

/**
 * A message to the people behind the product. `diagnostics` is the page's log, sent only if the
 * visitor has ticked the box. The server knows by itself who has Pro.
 */
export const contactBody = z.object({
  email: emailField,
  name: nameField.optional(),
  topic: z.enum(contactTopics),
  message: longTextField.min(1).max(maxMessageLength),
  diagnostics: longTextField.max(maxDiagnosticsLength).optional(),
  language: languageField,
});

/** `priority`: the message is handled first, because its sender has Pro. */
export const contactAnswer = z.object({ message: z.string(), priority: z.boolean() });
