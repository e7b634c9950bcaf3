/** The completion scripts in the shells that they are for, and the manual by a checker, where these are installed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeCompletion } from './completion.ts';
import { writeManual } from './help.ts';
import { makeFolder } from './testing.ts';

const run = promisify(execFile);

const isMissing = (program: string): boolean =>
  !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

test.skipIf(isMissing('bash'))('bash completes names of options and their values', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'stillpix.bash'), writeCompletion('bash'));
  const ask = (...words: string[]) =>
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _stillpix; echo "\${COMPREPLY[@]}"`;
  const script = [
    'source ./stillpix.bash',
    ask('stillpix', '--to', ''),
    ask('stillpix', '--max'),
    ask('stillpix', 'still'),
  ].join('\n');
  const { stdout } = await run('bash', ['--norc', '-c', script], { cwd: folder });
  expect(stdout).toBe('jpg png webp\n--max-size\nstillpix.bash\n');
});

test.skipIf(isMissing('fish'))('fish completes names of options and their values', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'stillpix.fish'), writeCompletion('fish'));
  const script = [
    'source ./stillpix.fish',
    'complete -C "stillpix --to " | string split -f1 \\t',
    'complete -C "stillpix --max" | string split -f1 \\t',
  ].join('; ');
  const env = { ...process.env, HOME: folder };
  const { stdout } = await run('fish', ['--no-config', '-c', script], { cwd: folder, env });
  expect(stdout).toBe('jpg\npng\nwebp\n--max-size\n');
});

test.skipIf(isMissing('zsh'))('zsh completes names of options and their values', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, '_stillpix'), writeCompletion('zsh'));
  // Only a shell with a terminal completes; what is waited for is what it draws.
  const script = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; PS1=; print re""ady'
    zpty -r shell drawn '*ready*'
    zpty -w -n shell $'stillpix --to w\\t'
    zpty -r shell drawn '*--to webp*' && print -- webp
    zpty -w -n shell $'--max-s\\t'
    zpty -r shell drawn '*--max-size*' && print -- --max-size`;
  const { stdout } = await run('zsh', ['-f', '-c', script], { cwd: folder, timeout: 30_000 });
  expect(stdout).toBe('webp\n--max-size\n');
});

test.skipIf(isMissing('mandoc'))('the manual is what mandoc takes for one', async () => {
  const folder = await makeFolder();
  const page = join(folder, 'stillpix.1');
  await writeFile(page, writeManual());
  const { stdout } = await run('mandoc', ['-T', 'lint', '-W', 'warning', page]);
  expect(stdout).toBe('');
});
