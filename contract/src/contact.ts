import { z } from 'zod';
import { emailField, languageField, nameField } from './fields.ts';
import { contactTopics, maxDiagnosticsLength, maxMessageLength } from './limits.ts';

/** Text of several lines: of the control characters only line breaks and tabs may stand in it. */
const longTextField = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u);

/**
 * A message to the people behind the product. `diagnostics` is the log that the page keeps, sent
 * only when its owner has ticked it. Who is Pro is not said here: the server knows.
 */
export const contactBody = z.object({
  email: emailField,
  name: nameField.optional(),
  topic: z.enum(contactTopics),
  message: longTextField.min(1).max(maxMessageLength),
  diagnostics: longTextField.max(maxDiagnosticsLength).optional(),
  language: languageField,
});

/** `priority`: the message goes before those of others, because its sender has Pro. */
export const contactAnswer = z.object({ message: z.string(), priority: z.boolean() });
