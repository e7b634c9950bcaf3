import { optionList } from './options.ts';

/** A script that makes a shell complete the options and their values. */
export function writeCompletion(shell: string): string {
  if (shell === 'fish') return writeFish();
  return shell === 'zsh' ? writeZsh() : writeBash();
}

const valued = optionList.flatMap(([name, { choices }]) => (choices ? [{ name, choices }] : []));

function writeBash(): string {
  const cases = valued.map(
    ({ name, choices }) =>
      `    --${name}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`,
  );
  const names = optionList.map(([name]) => `--${name}`).join(' ');
  return `_stillpix() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
${cases.join('\n')}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "${names}" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _stillpix stillpix
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function writeZsh(): string {
  const specs = optionList.map(([name, { help, value, choices }]) => {
    const explained = `--${name}[${help.replaceAll(/[[\]]/g, '')}]`;
    const argument =
      value === undefined ? '' : `:${value}:${choices ? `(${choices.join(' ')})` : '_files'}`;
    return `  ${quoted(explained + argument)}`;
  });
  return `#compdef stillpix\n_arguments \\\n${specs.join(' \\\n')} \\\n  '*:photo:_files'\n`;
}

function writeFish(): string {
  const lines = optionList.map(([name, { short, help, value, choices }]) => {
    const letter = short === undefined ? '' : ` -s ${short}`;
    const list = choices ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
    return `complete -c stillpix -l ${name}${letter}${value === undefined ? '' : list} -d ${quoted(help)}`;
  });
  return `${lines.join('\n')}\n`;
}
