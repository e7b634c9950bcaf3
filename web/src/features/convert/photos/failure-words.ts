import { inputExtensions } from '@stillpix/engine/facts';
import type { FailureWords, WorkspaceMessages } from '../../../i18n/en/workspace.ts';
import type { Failure } from '../conversion/failure.ts';

export interface Explanation extends FailureWords {
  /** For support. */
  detail: string;
}

const heicName = new RegExp(`\\.(${inputExtensions.heic.join('|')})$`, 'i');

/** Messages for the visitor. HEIC files have their own (Requirement C15). */
export function explainFailure(
  messages: Pick<WorkspaceMessages, 'failures' | 'failureWords'>,
  failure: Failure,
  name: string,
): Explanation {
  const { failures, failureWords } = messages;
  const { title, hint } = failureWords[failure.code];
  const { fits, feature } = failure;
  const rawHint = feature === 'raw-without-preview' ? failures.rawWithoutPreview : hint;
  const words = { title, hint: fits ? failures.fits(fits.width, fits.height) : rawHint };
  const detail =
    failure.feature === null ? failure.detail : `${failure.detail} (${failure.feature})`;
  if (!heicName.test(name)) return { ...words, detail };
  switch (failure.code) {
    case 'corrupt-file':
      return { ...words, title: failures.heicCorrupt, detail: failures.heicDetail(detail) };
    case 'unsupported-feature':
      return { ...words, title: failures.heicUnsupported, detail: failures.heicDetail(detail) };
    case 'encode-failed':
      return { ...words, title: failures.heicFailed(name), detail };
    default:
      return { ...words, detail };
  }
}
