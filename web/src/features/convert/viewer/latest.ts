/** Answers one question after the other; of those that come meanwhile, only the newest counts. */
export interface Latest<Question> {
  /** Null: nothing is asked any more, and a late answer is dropped. */
  ask: (question: Question | null) => void;
}

export function createLatest<Question, Answer>(
  answer: (question: Question) => Promise<Answer | null>,
  publish: (answer: Answer, question: Question) => void,
  drop: (answer: Answer) => void,
): Latest<Question> {
  let wanted: Question | null = null;
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    for (let question = wanted; question !== null;) {
      const found = await answer(question).catch(() => null);
      const isNewest = wanted === question;
      if (found !== null) {
        // What was asked for meanwhile is nearer to this answer than to none at all.
        if (wanted === null) drop(found);
        else publish(found, question);
      }
      if (isNewest) break;
      question = wanted;
    }
    isWorking = false;
  }

  return {
    ask(question) {
      wanted = question;
      if (question !== null && !isWorking) void work();
    },
  };
}

/**
 * Answers at once, and better when there is time: what takes longer begins only when the question has its
 * answer, and counts only if nothing else was asked meanwhile.
 */
export function createRefined<Question, Answer>(
  atOnce: (question: Question) => Promise<Answer | null>,
  better: (question: Question) => Promise<Answer | null>,
  publish: (answer: Answer, question: Question) => void,
  drop: (answer: Answer) => void,
): Latest<Question> {
  let wanted: Question | null = null;
  const refining = createLatest(
    better,
    (answer, question) => (question === wanted ? publish(answer, question) : drop(answer)),
    drop,
  );
  const answering = createLatest(
    atOnce,
    (answer, question) => {
      publish(answer, question);
      if (question === wanted) refining.ask(question);
    },
    drop,
  );
  return {
    ask(question) {
      wanted = question;
      refining.ask(null);
      answering.ask(question);
    },
  };
}
