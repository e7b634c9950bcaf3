import { useEffect, useState } from 'react';
import { forgetParts } from '../estimates/samples.ts';
import { createRefined } from './latest.ts';
import {
  type LiveQuestion,
  type LiveResult,
  makeLiveResult,
  makeWholeResult,
} from './live-result.ts';
import { releaseUrl } from './previews.ts';

/** The result with the current options, for the visible part; null until the first one is ready. */
export function useLiveResult(question: LiveQuestion | null): LiveResult | null {
  const [live, setLive] = useState<{ of: File; result: LiveResult } | null>(null);
  const [latest] = useState(() => {
    const show = (result: LiveResult, { file }: LiveQuestion) => setLive({ of: file, result });
    const drop = ({ url }: LiveResult) => URL.revokeObjectURL(url);
    return createRefined(makeLiveResult, makeWholeResult, show, drop);
  });
  const key =
    question === null
      ? null
      : JSON.stringify([question.preview.url, question.options, question.part]);
  useEffect(() => {
    latest.ask(question);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key changes with the question
  }, [latest, key]);
  useEffect(() => () => (live === null ? undefined : releaseUrl(live.result.url)), [live]);
  useEffect(
    () => () => {
      latest.ask(null);
      forgetParts();
    },
    [latest],
  );
  return question !== null && live?.of === question.file ? live.result : null;
}
