import type { Language } from '@stillpix/contract/languages';
import { maxFiles } from '@stillpix/contract/limits';
import type { ContactDetails, RenderedMail } from './kinds.ts';
import type { WordedMailKind } from './words/dictionary.ts';
import { mailWords } from './words/words.ts';

/** Renders a mail in one language, as text and as equivalent HTML. */
export function renderMail(
  kind: WordedMailKind,
  language: Language,
  values: Record<string, string>,
  link: string | null,
  /** The operator's name and address, below the mail. Empty if not set. */
  operator: string,
): RenderedMail {
  const dictionary = mailWords[language];
  const footer = [dictionary.footer, operator].filter(Boolean).join('\n');
  const { subject, paragraphs, button } = dictionary[kind];
  const known: Record<string, string> = {
    ...values,
    freeFiles: String(maxFiles.free),
    proFiles: String(maxFiles.pro),
    device: values['device'] || dictionary.unknownDevice,
    order: dictionary.order[values['plan'] === 'annual' ? 'annual' : 'monthly'],
    withdrawal: values['consumer'] === 'eu' ? dictionary.withdrawal : '',
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
  // Twice, because an inserted paragraph contains placeholders.
  const filled = paragraphs.map((paragraph) => fill(fill(paragraph))).filter(Boolean);
  const text = [dictionary.greeting, ...filled];
  if (link !== null) text.push(`${button ?? ''}:\n${link}`);
  text.push(`-- \n${footer}`);
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: layOut(language, subject, {
      greeting: dictionary.greeting,
      paragraphs: filled,
      button: link === null || button === undefined ? null : { label: button, link },
      linkHint: dictionary.linkHint,
      footer,
    }),
  };
}

/**
 * A visitor's message, for whoever answers it. Its address and name are unverified, so it is sent
 * from us, with the visitor's address for replies.
 */
export function renderContactMail(language: Language, details: ContactDetails): RenderedMail {
  const { email, name = '', topic, message, diagnostics, isPro } = details;
  const firstLine = message.split(/[\r\n]/, 1)[0] ?? '';
  const excerpt = firstLine.length > 60 ? `${firstLine.slice(0, 59)}…` : firstLine;
  const subject = `${isPro ? '[Pro] ' : ''}[${topic}] ${excerpt}`;
  const facts = `${name === '' ? email : `${name} <${email}>`}\n${language} · ${isPro ? 'Pro' : 'free'}`;
  const parts = [facts, message, ...(diagnostics === undefined ? [] : [diagnostics])];
  return {
    subject,
    text: `${parts.join('\n\n----\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body>
${parts.map((part) => `<pre style="font:inherit;white-space:pre-wrap">${escape(part)}</pre>`).join('\n<hr>\n')}
</body>
</html>
`,
    replyTo: { name, address: email },
    priority: isPro ? 'high' : 'normal',
    // Written by a person: ticket systems ignore mails marked as generated (RFC 3834).
    headers: { 'Auto-Submitted': 'no' },
  };
}

interface Parts {
  greeting: string;
  paragraphs: string[];
  button: { label: string; link: string } | null;
  linkHint: string;
  footer: string;
}

// Mail programs reliably support only tables and inline styles. No picture is loaded, so opening
// the mail tells nobody anything.
function layOut(language: Language, subject: string, parts: Parts): string {
  const { greeting, paragraphs, button, linkHint, footer } = parts;
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const body = [greeting, ...paragraphs]
    .map((one) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${escape(one)}</p>`)
    .join('\n');
  const action =
    button === null
      ? ''
      : `<p style="margin:24px 0"><a href="${escape(button.link)}" style="display:inline-block;padding:13px 26px;border-radius:8px;background:#1b1a17;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escape(button.label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:#5d5a52">${escape(linkHint)}<br><a href="${escape(button.link)}" style="color:#5d5a52;word-break:break-all">${escape(button.link)}</a></p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f2ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font};color:#1b1a17">
<tr><td style="padding:0 8px 16px;font-size:20px;font-weight:700;letter-spacing:-0.01em">Stillpix</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e2ded3;border-radius:14px">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;letter-spacing:-0.01em">${escape(subject)}</h1>
${body}
${action}
</td></tr>
<tr><td style="padding:20px 8px;font-size:13px;line-height:1.5;color:#5d5a52">${escape(footer).replaceAll('\n', '<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
