// Runs in a thread of its own; see password-strength.ts.
import { parentPort } from 'node:worker_threads';
import { brand } from '@stillpix/contract/brand';

/** What this thread is asked, and what it answers. */
export interface StrengthQuestion {
  id: number;
  password: string;
  /** What is known of the password's owner. */
  known: string[];
}
export interface StrengthAnswer {
  id: number;
  isGuessable: boolean;
}

/** So much is looked at: what comes after only makes a password better, and the time grows fast. */
const lookedAt = 32;

/** Below this score, of 0 to 4, a password of known words falls to 10^8 guesses. */
const goodScore = 3;

/** So many digits and signs around a single word are more than a habit. */
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
  // The only one whose lists are not named after their language.
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
    // All ways to read `4`, `@` and the like would take a second of a core for one long password.
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
  // Nothing known in it: then its length decides, which the rules ask for.
  const hasKnown = sequence.some(({ pattern }) => pattern !== 'bruteforce');
  return (hasKnown && score < goodScore) || isOneWord(looked, sequence);
}

/** `Summer2026!`: one word, and around it what everybody adds when a form asks for it. */
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

// What fails ends the thread, and with it the questions that wait.
parentPort?.on('message', (question: StrengthQuestion) => void answer(question));
