/** Answers one question at a time. Of those asked meanwhile, only the newest is kept. */
export interface Latest<Question> {
  /** Null: stops asking, and drops a late answer. */
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
        // Keeps an answer to an older question, because it is better than none.
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
 * Answers quickly, and more precisely later. The slower answer is started only after the quick one,
 * and used only if there is no newer question.
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
