import { useEffect } from 'react';
import { useMessages } from '../../../i18n/messages.ts';
import { log } from '../../../site/browser/log-buffer.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionEvent } from '../conversion/events.ts';
import { lacksAnything } from '../conversion/summary.ts';
import { explainFailure } from '../photos/failure-words.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { LimitQuestion } from './limit-dialog.tsx';
import type { NoticeContent } from './notice.tsx';
import type { Speaker } from './use-speaker.ts';

interface Reactions {
  announce: Speaker['announce'];
  /** Shows a message; null removes the current one. */
  notify: (notice: NoticeContent | null) => void;
  ask: (question: LimitQuestion) => void;
  /** If the flag is off, files beyond the limit wait without a question. */
  asksAtLimit: boolean;
  /** A dialog is open, so messages wait until it is closed. */
  hasDialog: boolean;
  /** Photos were added, to the list or to the waiting ones. */
  onAdded: (isFirst: boolean) => void;
  onRestored: () => void;
  /** A batch has ended, with all results as requested or not. */
  onFinished: (isAsAsked: boolean) => void;
}

/** Turns events of the conversion into text: for screen readers, messages and the log. */
export function useConversionEvents(conversion: Conversion, reactions: Reactions): void {
  const words = useWorkspaceMessages();
  const { intake } = useMessages().convert;
  const hear = useStableCallback((event: ConversionEvent) => {
    const text = announcementOf(event, words);
    if (text !== null) reactions.announce({ text, isProgress: event.kind === 'photo-done' });
    react(event, reactions, { toasts: words.toasts, intake });
    write(event);
  });
  useEffect(() => conversion.listen(hear), [conversion, hear]);
}

type Words = ReturnType<typeof useWorkspaceMessages>;

/** What screen readers say; null if nothing. */
function announcementOf(event: ConversionEvent, words: Words): string | null {
  const { announce } = words;
  switch (event.kind) {
    case 'added':
      return announce.added(event.count, event.total);
    case 'started':
      return announce.started(event.count);
    case 'photo-done':
      return event.settled < event.total
        ? announce.fileDone(event.name, event.settled, event.total)
        : null;
    case 'photo-failed':
      return announce.fileFailed(
        event.name,
        explainFailure(words, event.failure, event.name).title,
      );
    case 'canceled':
      return announce.canceled;
    case 'finished':
      return announce.finished(event.converted, event.failed, event.shortfalls);
    case 'removed':
      return announce.removed(event.name);
    case 'cleared':
      return announce.cleared;
    case 'clear-undone':
    case 'restored':
      return announce.undone(event.total);
    case 'too-many':
      return announce.waiting(event.waiting);
    case 'admitted':
      return announce.admitted(event.count, event.waiting);
    default:
      return null;
  }
}

interface ReactionWords extends Pick<Words, 'toasts'> {
  intake: ReturnType<typeof useMessages>['convert']['intake'];
}

/** Shows messages and questions, and calls back. */
function react(event: ConversionEvent, reactions: Reactions, words: ReactionWords): void {
  const { notify } = reactions;
  const { toasts } = words;
  switch (event.kind) {
    case 'added':
      reactions.onAdded(event.isFirst);
      break;
    case 'checking':
    case 'cleared':
      notify(null);
      break;
    case 'restored':
      reactions.onRestored();
      break;
    case 'finished':
      reactions.onFinished(event.failed === 0 && !lacksAnything(event.shortfalls));
      break;
    case 'limits-unknown':
      notify({ title: toasts.validationTitle, text: toasts.validation, tone: 'bad' });
      break;
    case 'fewer-allowed':
      notify({ title: toasts.fewerAllowed(event.maxFiles), tone: 'plain' });
      break;
    case 'offline':
      notify({ title: toasts.offline(event.maxFiles), tone: 'plain' });
      break;
    case 'refused':
      showRefusal(event, reactions, words);
      break;
    case 'movies-alone':
      notify({ title: toasts.moviesAlone(event.names.join(', ')), tone: 'plain' });
      break;
    case 'too-many':
      if (event.taken === 0) reactions.onAdded(false);
      // The line of waiting photos says the same without a question. If it was there already,
      // that is enough.
      if (event.isPro || event.hadWaiting || !reactions.asksAtLimit) break;
      if (!reactions.hasDialog) reactions.ask(event);
      break;
    default:
      break;
  }
}

type RefusedEvent = ConversionEvent & { kind: 'refused' };

function showRefusal(event: RefusedEvent, reactions: Reactions, words: ReactionWords): void {
  const { toasts, intake } = words;
  const title = event.action === 'add' ? intake.notAllowed : toasts.notAllowedTitle;
  const reason = explainRefusal(event, words);
  if (event.isPro || reactions.hasDialog) reactions.notify({ title, text: reason, tone: 'bad' });
  else reactions.ask({ kind: 'refused', title, reason });
}

function explainRefusal(event: RefusedEvent, { toasts, intake }: ReactionWords): string {
  switch (event.reason) {
    case 'daily-limit':
      return toasts.dailyLimit;
    case 'too-many-files':
      return intake.tooMany(event.maxFiles, !event.isPro);
    case null:
      return event.words || toasts.notAllowed;
  }
}

/** A log that a visitor can copy for support. Contains no file names. */
function write(event: ConversionEvent): void {
  switch (event.kind) {
    case 'started': {
      const { output, quality } = event.options;
      log('info', `conversion: ${event.count} to ${output}, quality ${quality}`);
      break;
    }
    case 'photo-failed': {
      const { code, feature, detail } = event.failure;
      log('error', `conversion: ${code} ${feature ?? ''} ${detail}`);
      break;
    }
    case 'finished':
      log('info', `conversion: ${event.converted} done, ${event.failed} failed`);
      break;
    default:
      break;
  }
}
