import { isPageId, pageIds } from '../pages/pages.ts';

// The static edition has no accounts, prices or limits. Whatever its texts say about these is left
// out: single sentences, table rows or questions. Everything else stays as written.

/** Figures and words that only the service has. */
const serviceReference =
  /\{\{\s*(?:service|limit\.(?:free|pro|moneyBackDays|resetMinutes)|price\.|account\.|billing\.|contact\.)/;

/** What the browser stores for an account or an offer. */
const serviceStorage =
  /`(?:auth_token|feature_rollout_percentage|stillpix_(?:pro|entitlement|needs_account_setup|device|attempt|offered_pro|ribbon_dismissed|ads_closed|ads_supply))`/;

const pageReference = /\(page:([\w-]+)[^)]*\)/g;

/** Phones and their raw files use this word, too. An article about those means theirs. */
const isOfPhones = (text: string) => /ProRAW/.test(text);

const ownWord = /(?<!(?:iPhone|iPad|MacBook|Pixel|Vision)(?: \d+)? )\bPro\b(?! Max)/;

function namesLeftOutPage(text: string): boolean {
  return [...text.matchAll(pageReference)].some(
    ([, id = '']) => isPageId(id) && !pageIds.includes(id),
  );
}

const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|z|d|u|a|i|e|p|ex|ej|vs|art|nr|no|ca|abs|bzw|etc|approx|e\.g|i\.e)\.$/iu;

/** Splits a paragraph into sentences, each with its trailing space. */
function splitSentences(text: string): string[] {
  const parts = text.split(/(?<=[.!?…]["”’»“)*_]{0,4}\s)(?=["“„«*_[(¿¡]*[\p{Lu}\d{¿¡])/u);
  return parts.reduce<string[]>((sentences, part) => {
    const last = sentences.at(-1);
    if (last !== undefined && abbreviation.test(last.trim())) {
      sentences[sentences.length - 1] = last + part;
    } else sentences.push(part);
    return sentences;
  }, []);
}

interface Content {
  data: Record<string, unknown>;
  content: string;
}

interface WrittenQuestion {
  q: string;
  a: string;
  group?: string;
}

/** Keeps the parts of a file's texts that are not about the service. */
class ServiceFilter {
  readonly #ofPhones: boolean;

  constructor(content: string) {
    this.#ofPhones = isOfPhones(content);
  }

  isOfService(text: string): boolean {
    return (
      serviceReference.test(text) ||
      serviceStorage.test(text) ||
      namesLeftOutPage(text) ||
      (!this.#ofPhones && ownWord.test(text))
    );
  }

  keepSentences(text: string): string {
    return splitSentences(text)
      .filter((sentence) => !this.isOfService(sentence))
      .join('')
      .trimEnd();
  }

  keepMarkdown(markdown: string): string {
    const kept: string[] = [];
    let leftOutLevel = 0;
    for (const block of splitBlocks(markdown)) {
      const level = levelOf(block);
      if (level > 0 && leftOutLevel >= level) leftOutLevel = 0;
      if (leftOutLevel > 0) continue;
      const left = this.#keepBlock(block);
      if (left !== '') {
        kept.push(left);
        continue;
      }
      if (level > 0) leftOutLevel = level;
      // Also removes an introduction that ends in a colon.
      if (kept.at(-1)?.endsWith(':') === true) kept.pop();
    }
    return kept.filter((block, index) => !isEmptySection(kept, index)).join('\n\n');
  }

  keepQuestions(questions: readonly WrittenQuestion[]): WrittenQuestion[] {
    const kept: WrittenQuestion[] = [];
    let group: string | undefined;
    for (const question of questions) {
      group = question.group ?? group;
      const a = this.keepMarkdown(question.a);
      // An answer that has lost its first sentence does not answer any more.
      const [first = ''] = splitSentences(question.a);
      if (
        a === '' ||
        this.isOfService(first) ||
        this.isOfService(question.q) ||
        (group !== undefined && this.isOfService(group))
      ) {
        continue;
      }
      const { group: _, ...rest } = question;
      const isNew = group !== undefined && !kept.some((other) => other.group === group);
      kept.push({ ...rest, a, ...(isNew && group !== undefined ? { group } : {}) });
    }
    return kept;
  }

  #keepBlock(block: string): string {
    if (block.startsWith('```')) return block;
    if (block.startsWith('|')) return this.#keepRows(block);
    if (/^(?:[-*]|\d+\.) /.test(block)) return this.#keepItems(block);
    if (block.startsWith('#')) return this.isOfService(block) ? '' : block;
    return this.keepSentences(block);
  }

  #keepItems(list: string): string {
    const kept = list.split(/\n(?=\s*(?:[-*]|\d+\.) )/).flatMap((item) => {
      const [, mark = '', text = ''] = /^(\s*(?:[-*]|\d+\.) )([\s\S]*)$/.exec(item) ?? [];
      const left = this.keepSentences(text);
      return left === '' ? [] : [mark + left];
    });
    return kept.join('\n');
  }

  #keepRows(table: string): string {
    const [head = '', line = '', ...rows] = table.split('\n');
    const kept = rows.filter((row) => !this.isOfService(row));
    return this.isOfService(head) || kept.length === 0 ? '' : [head, line, ...kept].join('\n');
  }
}

/** A file's texts, with unresolved references, without what is true only with our server. */
export function leaveOutService({ data, content }: Content): Content {
  const filter = new ServiceFilter(content);
  const { lede, description, facts, steps, faq } = data as {
    lede?: string;
    description?: string;
    facts?: { name: string; value: string }[];
    steps?: { title: string; text: string }[];
    faq?: WrittenQuestion[];
  };
  const texts = {
    ...(lede === undefined ? {} : { lede: filter.keepSentences(lede) }),
    ...(description === undefined ? {} : { description: filter.keepSentences(description) }),
    ...(facts === undefined
      ? {}
      : { facts: facts.filter(({ name, value }) => !filter.isOfService(`${name} ${value}`)) }),
    ...(steps === undefined
      ? {}
      : { steps: steps.map((step) => ({ ...step, text: filter.keepSentences(step.text) })) }),
    ...(faq === undefined ? {} : { faq: filter.keepQuestions(faq) }),
  };
  return { data: { ...data, ...texts }, content: filter.keepMarkdown(content) };
}

/**
 * Splits into paragraphs, lists, tables, headings. A fenced block is one, whatever its lines
 * contain.
 */
function splitBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  for (const block of markdown.trim().split(/\n{2,}/)) {
    const last = blocks.at(-1);
    const isOpen = last !== undefined && (last.match(/^```/gm) ?? []).length % 2 === 1;
    if (isOpen) blocks[blocks.length - 1] = `${last}\n\n${block}`;
    else blocks.push(block);
  }
  return blocks;
}

const levelOf = (block: string) => /^(#+) /.exec(block)?.[1]?.length ?? 0;

function isEmptySection(blocks: readonly string[], index: number): boolean {
  const level = levelOf(blocks[index] ?? '');
  if (level === 0) return false;
  const next = blocks[index + 1];
  return next === undefined || (levelOf(next) > 0 && levelOf(next) <= level);
}
