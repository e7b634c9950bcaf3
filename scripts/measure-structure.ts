/** A source file as it lies on the disk; `path` from the project's root. */
export interface SourceText {
  path: string;
  text: string;
}

export interface Measured {
  name: string;
  count: number;
}

/** Source files directly in each folder, the fullest first. */
export function measureFolders(files: readonly SourceText[]): Measured[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return byCount([...counts].map(([name, count]) => ({ name, count })));
}

/** Lines of each file, the longest first. */
export function measureFiles(files: readonly SourceText[]): Measured[] {
  return byCount(
    files.map(({ path, text }) => ({ name: path, count: text.trimEnd().split('\n').length })),
  );
}

/** `function name(`, `const name = (...) => {`, and methods; what the formatter lays out. */
const functionStarts = [
  /^(\s*)(?:export )?(?:default )?(?:async )?function\*? (\w+)/,
  /^(\s*)(?:export )?const (\w+) = (?:async )?(?:<.*>)?\(.*=> \{$/,
  /^(\s+)(?:static |private |async |get |set |\*)*(#?\w+)\(.*\{$/,
];

const statements = new Set(['if', 'for', 'while', 'switch', 'catch', 'function', 'return']);

/** Lines of each function, by the formatter's indentation, the longest first. */
export function measureFunctions(files: readonly SourceText[]): Measured[] {
  const found: Measured[] = [];
  for (const { path, text } of files) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const [, indent, name] =
        functionStarts.map((start) => start.exec(line)).find((match) => match !== null) ?? [];
      if (indent === undefined || !name || statements.has(name)) continue;
      const end = lines.findIndex((other, at) => at > index && other.startsWith(`${indent}}`));
      if (end > 0) found.push({ name: `${path} ${name}`, count: end - index + 1 });
    }
  }
  return byCount(found);
}

/** Types, whether exported or not, and what other files can import to do something. */
const declaration =
  /^(?:(?:export )?(?:abstract )?(?:interface|type|class|enum)|export (?:async )?function\*?) (\w+)/gm;

/** Types and functions that several files of a workspace declare, the commonest names first, and where. */
export function findSharedNames(files: readonly SourceText[]): (Measured & { paths: string[] })[] {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(declaration)) {
      const key = `${path.split('/')[0]} ${name}`;
      places.set(key, (places.get(key) ?? new Set()).add(path));
    }
  }
  return byCount(
    [...places]
      .filter(([, paths]) => paths.size > 1)
      .map(([key, paths]) => ({
        name: key.split(' ')[1]!,
        count: paths.size,
        paths: [...paths].toSorted(),
      })),
  );
}

function byCount<T extends Measured>(measured: T[]): T[] {
  return measured.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
