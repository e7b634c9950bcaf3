export interface ToastMessage {
  title: string;
  text?: string;
  tone?: 'plain' | 'good' | 'bad';
  /** A link under the text; with `dialog` it opens that dialog where it can. */
  link?: { label: string; href: string; dialog?: string };
}
