export interface ToastMessage {
  title: string;
  text?: string;
  tone?: 'plain' | 'good' | 'bad';
  /** A link below the text. With `dialog` it opens that dialog if the page has it. */
  link?: { label: string; href: string; dialog?: string };
}
