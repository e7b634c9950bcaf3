// Runs in a thread of its own; see password-strength.ts.
import { parentPort } from 'node:worker_threads';
import { brand } from '@stillpix/contract/brand';

/** What this thread is asked, and what it answers. */
export interface StrengthQuestion {
  id: number;
  password: string;
  /** Facts about the password's owner. */
  known: string[];
}
export interface StrengthAnswer {
  id: number;
  isGuessable: boolean;
}

/** Number of characters examined. Longer passwords are only better, and the time grows fast. */
const lookedAt = 32;

/** Below this score (0 to 4), a password with known words falls to 10^8 guesses. */
const goodScore = 3;

/** This many digits and signs around a single word are no longer a mere habit. */
const ownSigns = 8;

async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, en, es, pt, de] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-pt-br'),
    import('@zxcvbn-ts/language-de'),
  ]);
  // The German lists are the only ones without the language in their names.
  const german = Object.entries(de.dictionary).map(([name, words]) => [`${name}-de`, words]);
  return new ZxcvbnFactory({
    dictionary: {
      ...common.dictionary,
      ...en.dictionary,
      ...es.dictionary,
      ...pt.dictionary,
      ...Object.fromEntries(german),
    },
    graphs: common.adjacencyGraphs,
    // Trying all readings of `4`, `@` and the like would take a second of CPU for one long
    // password.
    l33tMaxSubstitutions: 3,
  });
}

const estimator = loadEstimator();

async function isGuessable({ password, known: person }: StrengthQuestion): Promise<boolean> {
  const known = person.flatMap((text) => [text, ...text.split('@'), ...text.split(/[@.\s]+/)]);
  const looked = Array.from(password).slice(0, lookedAt).join('');
  const { score, sequence } = (await estimator).check(
    looked,
    [...known, brand.name].filter((text) => text.length > 2),
  );
  // Contains nothing known: then its length decides, which the rules check.
  const hasKnown = sequence.some(({ pattern }) => pattern !== 'bruteforce');
  return (hasKnown && score < goodScore) || isOneWord(looked, sequence);
}

/** One word with the usual additions, such as `Summer2026!`. */
function isOneWord(
  password: string,
  sequence: readonly { pattern: string; token: string }[],
): boolean {
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (password.length - word.length >= ownSigns) return false;
  return sequence.some(
    ({ pattern, token }) =>
      pattern === 'dictionary' && token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') === word,
  );
}

async function answer(question: StrengthQuestion): Promise<void> {
  const given: StrengthAnswer = { id: question.id, isGuessable: await isGuessable(question) };
  parentPort?.postMessage(given);
}

// An exception ends the thread, and with it the pending questions.
parentPort?.on('message', (question: StrengthQuestion) => void answer(question));
