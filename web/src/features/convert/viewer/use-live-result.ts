import type { Rectangle } from '@stillpix/engine';
import { useEffect, useState } from 'react';
import { keyOf } from '../conversion/asked-options.ts';
import { forgetParts } from '../estimates/samples.ts';
import { createRefined } from './latest.ts';
import {
  type LiveQuestion,
  type LiveResult,
  makeLiveResult,
  makeWholeResult,
} from './live-result.ts';
import { releaseUrl } from './previews.ts';

function isSameQuestion(one: LiveQuestion | null, other: LiveQuestion | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.preview.url === other.preview.url &&
    keyOf(one.options) === keyOf(other.options) &&
    isSamePart(one.part, other.part)
  );
}

const isSamePart = (one: Rectangle, other: Rectangle): boolean =>
  one.x === other.x &&
  one.y === other.y &&
  one.width === other.width &&
  one.height === other.height;

/** The result with the current options, for the visible part; null until the first one is ready. */
export function useLiveResult(question: LiveQuestion | null): LiveResult | null {
  const [live, setLive] = useState<{ of: File; result: LiveResult } | null>(null);
  const [latest] = useState(() => {
    const show = (result: LiveResult, { file }: LiveQuestion) => setLive({ of: file, result });
    const drop = ({ url }: LiveResult) => URL.revokeObjectURL(url);
    return createRefined(makeLiveResult, makeWholeResult, show, drop);
  });
  // Its owner makes a new object at each drawing; what is shown is made anew only for another question.
  const [asked, setAsked] = useState(question);
  if (!isSameQuestion(asked, question)) setAsked(question);
  useEffect(() => latest.ask(asked), [latest, asked]);
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
