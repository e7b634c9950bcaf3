// Formats and lints engine/assembly like the rest. Its dialect is TypeScript but for decorators on
// functions, which no tool here reads: they are comments while the tools run.
//
//   node scripts/format-assembly.ts [--check]
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../assembly', import.meta.url));
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** What the dialect writes differently on purpose: 32-bit numbers with all their digits, and traps. */
const rules = {
  plugins: ['typescript', 'unicorn', 'oxc', 'import'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: { 'no-loss-of-precision': 'off', 'no-unreachable': 'off' },
};

const hide = (text: string): string => text.replaceAll(/^@(\w+)$/gm, '// @decorator $1');
const show = (text: string): string => text.replaceAll(/^\/\/ @decorator (\w+)$/gm, '@$1');

function run(tool: 'oxfmt' | 'oxlint', args: string[]): void {
  const manifest = require.resolve(`${tool}/package.json`);
  const { bin } = require(manifest) as { bin: Record<string, string> };
  const script = join(dirname(manifest), bin[tool]!);
  execFileSync(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function listSources(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts'));
}

/** Files that are not formatted; with `write`, they are then. Throws what the linter finds. */
export async function formatAssembly(write: boolean): Promise<string[]> {
  const copy = await mkdtemp(join(projectRoot, '.assembly-'));
  try {
    await cp(sources, copy, { recursive: true });
    const names = await listSources(copy);
    for (const name of names) {
      await writeFile(join(copy, name), hide(await readFile(join(copy, name), 'utf8')));
    }
    await writeFile(join(copy, 'oxlint.json'), JSON.stringify(rules));
    run('oxlint', ['-c', join(copy, 'oxlint.json'), copy]);
    run('oxfmt', [
      '-c',
      join(projectRoot, '.oxfmtrc.json'),
      ...names.map((name) => join(copy, name)),
    ]);
    const changed: string[] = [];
    for (const name of names) {
      const formatted = show(await readFile(join(copy, name), 'utf8'));
      const path = join(sources, name);
      if (formatted === (await readFile(path, 'utf8'))) continue;
      changed.push(name);
      if (write) await writeFile(path, formatted);
    }
    return changed;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const changed = await formatAssembly(!check);
  for (const name of changed) console.log(`${check ? 'not formatted' : 'formatted'}: ${name}`);
  if (check && changed.length > 0) process.exit(1);
}
