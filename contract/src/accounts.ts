import { z } from 'zod';
import {
  emailField,
  languageField,
  nameField,
  opaqueField,
  passwordField,
  timeField,
  timeZoneField,
} from './fields.ts';

/** Optional mails that a person may choose. */
const notificationsSchema = z.object({
  /** A mail for each sign-in to the account. */
  signIns: z.boolean(),
  /** Renewals, failed payments and the end of Pro. */
  billing: z.boolean(),
});
export type Notifications = z.infer<typeof notificationsSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isPro: z.boolean(),
  createdAt: timeField,
  /** `active` means subscribed; `none` means that there never was a subscription. */
  subscription_status: z.string(),
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  language: languageField,
  timeZone: z.string(),
  notifications: notificationsSchema,
});
export type User = z.infer<typeof userSchema>;

/**
 * A name for this browser. Sent with later sign-ins, it keeps strangers who guess the password from
 * using up the owner's attempts. It grants no access, and becomes worthless when the password
 * changes.
 */
const deviceName = z.string();

export const signedInSchema = z.object({
  token: z.string(),
  user: userSchema,
  device: deviceName,
});
export type SignedIn = z.infer<typeof signedInSchema>;

export const messageSchema = z.object({ message: z.string() });

const deviceField = opaqueField.optional();

export const loginBody = z.object({
  email: emailField,
  password: passwordField,
  device: deviceField,
});

export const registerBody = z.object({
  email: emailField,
  firstName: nameField.optional(),
  lastName: nameField.optional(),
  /** If absent, the account is created and a mail links to a page that sets the password. */
  password: passwordField.optional(),
  language: languageField.optional(),
  timeZone: timeZoneField.optional(),
});

/**
 * Contains `token` and `user` if a password was sent. Otherwise only `message`, which is the same
 * for every address.
 */
export const registerAnswer = z.object({
  message: z.string(),
  token: z.string().optional(),
  user: userSchema.optional(),
  device: deviceName.optional(),
});

export const forgotPasswordBody = z.object({
  email: emailField,
  language: languageField.optional(),
  device: deviceField,
});

export const resetPasswordBody = z.object({ token: opaqueField, newPassword: passwordField });

export const changePasswordBody = z.object({
  currentPassword: passwordField,
  newPassword: passwordField,
});

export const passwordChangedAnswer = z.object({ message: z.string(), device: deviceName });

export const checkAccountBody = z.object({
  email: emailField,
  /**
   * Session of a completed payment by this address. Without it the answer is the same for every
   * address.
   */
  sessionId: opaqueField.optional(),
});
export const checkAccountAnswer = z.object({ exists: z.boolean(), hasPassword: z.boolean() });

export const setupProAccountBody = z.object({
  email: emailField,
  password: passwordField,
  firstName: nameField.min(1),
  lastName: nameField.min(1),
  sessionId: opaqueField,
  language: languageField.optional(),
  timeZone: timeZoneField.optional(),
});

export const updateUserBody = z.object({
  firstName: nameField.optional(),
  lastName: nameField.optional(),
  language: languageField.optional(),
  timeZone: timeZoneField.optional(),
  notifications: notificationsSchema.partial().optional(),
});

export const changeEmailBody = z.object({ newEmail: emailField, password: passwordField });

export const confirmEmailBody = z.object({
  token: opaqueField,
  /**
   * The current password; not needed while signed in to the account. Somebody may have registered
   * an address that is not theirs, and its owner must not confirm that account with a click.
   */
  password: passwordField.optional(),
  /** Alternative, for the address that the account was made with: replaces the password. */
  newPassword: passwordField.optional(),
});

const sessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, such as `Firefox, Windows`. Empty when neither is recognized. */
  device: z.string(),
  createdAt: timeField,
  lastSeenAt: timeField,
  current: z.boolean(),
});
export const sessionsAnswer = z.object({ sessions: z.array(sessionSchema) });

export const endSessionBody = z.object({ id: z.uuid() });

/** The password, if the account has one. */
export const deleteAccountBody = z.object({ password: passwordField.optional() });
