// What a Dockerfile of two stages says, as far as scripts/container.mjs does it without an engine.

/**
 * @param {string} text
 * @returns {{
 *   build: { base: string, run: string[] },
 *   final: {
 *     base: string, run: string[], copied: [from: string, to: string][], environment: Record<string, string>, user: string,
 *     workFolder: string, volume: string, stopSignal: string, command: string[], healthCheck: string[],
 *   },
 * }}
 */
export function readDockerfile(text) {
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^(\w+)\s+(.*)$/.exec(line) ?? ['', '', ''])
    .map(([, word = '', rest = '']) => ({ word, rest }));
  const starts = lines.flatMap(({ word }, index) => (word === 'FROM' ? [index] : []));
  const [first, second, third] = starts;
  if (first === undefined || second === undefined || third !== undefined) {
    throw new Error('The Dockerfile has other than two stages');
  }
  const build = lines.slice(first, second);
  const final = lines.slice(second);
  /** @param {string} word */
  const all = (word) => final.filter((line) => line.word === word).map(({ rest }) => rest);
  /** @param {string} word */
  const only = (word) => {
    const [found, ...more] = all(word);
    if (found === undefined || more.length > 0) throw new Error(`${word} is not there once`);
    return found;
  };
  /** @param {string} rest */
  const list = (rest) => /** @type {string[]} */ (JSON.parse(rest.slice(rest.indexOf('['))));
  /** @param {typeof lines} stage */
  const baseOf = (stage) => stage[0]?.rest.split(' ')[0] ?? '';
  return {
    build: {
      base: baseOf(build),
      run: build.filter(({ word }) => word === 'RUN').map(({ rest }) => rest),
    },
    final: {
      base: baseOf(final),
      run: all('RUN'),
      copied: all('COPY').map((rest) => {
        const [, from = '', to = ''] = /^--from=\w+ (\S+) (\S+)$/.exec(rest) ?? [];
        if (from === '') throw new Error(`COPY ${rest}: only from the first stage`);
        return [from, to];
      }),
      environment: Object.fromEntries(
        all('ENV').flatMap((rest) =>
          rest.split(/\s+/).map((pair) => {
            const at = pair.indexOf('=');
            return [pair.slice(0, at), pair.slice(at + 1)];
          }),
        ),
      ),
      user: only('USER'),
      workFolder: only('WORKDIR'),
      volume: only('VOLUME'),
      stopSignal: only('STOPSIGNAL'),
      command: list(only('CMD')),
      healthCheck: list(only('HEALTHCHECK')),
    },
  };
}
