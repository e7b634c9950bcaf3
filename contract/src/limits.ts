/** A visitor's plan. Anonymous visitors and signed-in users without Pro are both `free`. */
export type Plan = 'free' | 'pro';

/** Maximum number of files per batch. The server enforces it; the page only shows it. */
export const maxFiles: Record<Plan, number> = { free: 5, pro: 20 };

/** The biggest file accepted, in bytes (50 MB). */
export const maxFileBytes = 52_428_800;

/** Maximum length of a message and of a log, in characters. */
export const maxMessageLength = 5000;
export const maxDiagnosticsLength = 60_000;
